"""Places: the codes and English names of the countries in ISO 3166, and of the states of the US."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Country:
    """A country, its codes of two and three letters, and what it is called: by ISO first."""

    alpha_2: str
    alpha_3: str
    names: tuple[str, ...]


def countries() -> list[Country]:
    """All countries of the list."""
    rows = (row.strip().split(" ", 2) for row in _COUNTRIES.replace("\n", " ").split(";"))
    return [Country(two, three, tuple(names.split(" = "))) for two, three, names in rows]


def us_states() -> dict[str, str]:
    """Code → name of the fifty states and the District of Columbia."""
    rows = (row.strip().partition(" ") for row in _STATES.replace("\n", " ").split(";"))
    return {code: name for code, _, name in rows}


_COUNTRIES = """
AD AND Andorra; AE ARE United Arab Emirates; AF AFG Afghanistan; AG ATG Antigua and Barbuda; AI AIA Anguilla;
AL ALB Albania; AM ARM Armenia; AO AGO Angola; AQ ATA Antarctica; AR ARG Argentina; AS ASM American Samoa;
AT AUT Austria; AU AUS Australia; AW ABW Aruba; AX ALA Åland Islands; AZ AZE Azerbaijan;
BA BIH Bosnia and Herzegovina; BB BRB Barbados; BD BGD Bangladesh; BE BEL Belgium; BF BFA Burkina Faso;
BG BGR Bulgaria; BH BHR Bahrain; BI BDI Burundi; BJ BEN Benin; BL BLM Saint Barthélemy; BM BMU Bermuda;
BN BRN Brunei Darussalam; BO BOL Bolivia, Plurinational State of = Bolivia; BQ BES Bonaire, Sint Eustatius and Saba;
BR BRA Brazil; BS BHS Bahamas; BT BTN Bhutan; BV BVT Bouvet Island; BW BWA Botswana; BY BLR Belarus; BZ BLZ Belize;
CA CAN Canada; CC CCK Cocos (Keeling) Islands; CD COD Congo, The Democratic Republic of the;
CF CAF Central African Republic; CG COG Congo; CH CHE Switzerland; CI CIV Côte d'Ivoire; CK COK Cook Islands;
CL CHL Chile; CM CMR Cameroon; CN CHN China; CO COL Colombia; CR CRI Costa Rica; CU CUB Cuba; CV CPV Cabo Verde;
CW CUW Curaçao; CX CXR Christmas Island; CY CYP Cyprus; CZ CZE Czechia; DE DEU Germany; DJ DJI Djibouti;
DK DNK Denmark; DM DMA Dominica; DO DOM Dominican Republic; DZ DZA Algeria; EC ECU Ecuador; EE EST Estonia;
EG EGY Egypt; EH ESH Western Sahara; ER ERI Eritrea; ES ESP Spain; ET ETH Ethiopia; FI FIN Finland; FJ FJI Fiji;
FK FLK Falkland Islands (Malvinas); FM FSM Micronesia, Federated States of; FO FRO Faroe Islands; FR FRA France;
GA GAB Gabon; GB GBR United Kingdom = United Kingdom of Great Britain and Northern Ireland;
GD GRD Grenada; GE GEO Georgia; GF GUF French Guiana; GG GGY Guernsey;
GH GHA Ghana; GI GIB Gibraltar; GL GRL Greenland; GM GMB Gambia; GN GIN Guinea; GP GLP Guadeloupe;
GQ GNQ Equatorial Guinea; GR GRC Greece; GS SGS South Georgia and the South Sandwich Islands; GT GTM Guatemala;
GU GUM Guam; GW GNB Guinea-Bissau; GY GUY Guyana; HK HKG Hong Kong; HM HMD Heard Island and McDonald Islands;
HN HND Honduras; HR HRV Croatia; HT HTI Haiti; HU HUN Hungary; ID IDN Indonesia; IE IRL Ireland; IL ISR Israel;
IM IMN Isle of Man; IN IND India; IO IOT British Indian Ocean Territory; IQ IRQ Iraq;
IR IRN Iran, Islamic Republic of = Iran; IS ISL Iceland; IT ITA Italy; JE JEY Jersey; JM JAM Jamaica; JO JOR Jordan;
JP JPN Japan; KE KEN Kenya; KG KGZ Kyrgyzstan; KH KHM Cambodia; KI KIR Kiribati; KM COM Comoros;
KN KNA Saint Kitts and Nevis; KP PRK Korea, Democratic People's Republic of = North Korea;
KR KOR Korea, Republic of = South Korea; KW KWT Kuwait; KY CYM Cayman Islands; KZ KAZ Kazakhstan;
LA LAO Lao People's Democratic Republic = Laos; LB LBN Lebanon; LC LCA Saint Lucia; LI LIE Liechtenstein;
LK LKA Sri Lanka; LR LBR Liberia; LS LSO Lesotho; LT LTU Lithuania; LU LUX Luxembourg; LV LVA Latvia; LY LBY Libya;
MA MAR Morocco; MC MCO Monaco; MD MDA Moldova, Republic of = Moldova; ME MNE Montenegro;
MF MAF Saint Martin (French part); MG MDG Madagascar; MH MHL Marshall Islands; MK MKD North Macedonia; ML MLI Mali;
MM MMR Myanmar; MN MNG Mongolia; MO MAC Macao; MP MNP Northern Mariana Islands; MQ MTQ Martinique; MR MRT Mauritania;
MS MSR Montserrat; MT MLT Malta; MU MUS Mauritius; MV MDV Maldives; MW MWI Malawi; MX MEX Mexico; MY MYS Malaysia;
MZ MOZ Mozambique; NA NAM Namibia; NC NCL New Caledonia; NE NER Niger; NF NFK Norfolk Island; NG NGA Nigeria;
NI NIC Nicaragua; NL NLD Netherlands; NO NOR Norway; NP NPL Nepal; NR NRU Nauru; NU NIU Niue; NZ NZL New Zealand;
OM OMN Oman; PA PAN Panama; PE PER Peru; PF PYF French Polynesia; PG PNG Papua New Guinea; PH PHL Philippines;
PK PAK Pakistan; PL POL Poland; PM SPM Saint Pierre and Miquelon; PN PCN Pitcairn; PR PRI Puerto Rico;
PS PSE Palestine, State of; PT PRT Portugal; PW PLW Palau; PY PRY Paraguay; QA QAT Qatar; RE REU Réunion;
RO ROU Romania; RS SRB Serbia; RU RUS Russian Federation; RW RWA Rwanda; SA SAU Saudi Arabia; SB SLB Solomon Islands;
SC SYC Seychelles; SD SDN Sudan; SE SWE Sweden; SG SGP Singapore; SH SHN Saint Helena, Ascension and Tristan da Cunha;
SI SVN Slovenia; SJ SJM Svalbard and Jan Mayen; SK SVK Slovakia = Slovak Republic; SL SLE Sierra Leone;
SM SMR San Marino;
SN SEN Senegal; SO SOM Somalia; SR SUR Suriname; SS SSD South Sudan; ST STP Sao Tome and Principe; SV SLV El Salvador;
SX SXM Sint Maarten (Dutch part); SY SYR Syrian Arab Republic = Syria; SZ SWZ Eswatini;
TC TCA Turks and Caicos Islands; TD TCD Chad; TF ATF French Southern Territories; TG TGO Togo; TH THA Thailand;
TJ TJK Tajikistan; TK TKL Tokelau; TL TLS Timor-Leste; TM TKM Turkmenistan; TN TUN Tunisia; TO TON Tonga;
TR TUR Türkiye; TT TTO Trinidad and Tobago; TV TUV Tuvalu; TW TWN Taiwan, Province of China = Taiwan;
TZ TZA Tanzania, United Republic of = Tanzania; UA UKR Ukraine; UG UGA Uganda;
UM UMI United States Minor Outlying Islands; US USA United States; UY URY Uruguay; UZ UZB Uzbekistan;
VA VAT Holy See (Vatican City State); VC VCT Saint Vincent and the Grenadines;
VE VEN Venezuela, Bolivarian Republic of = Venezuela; VG VGB Virgin Islands, British; VI VIR Virgin Islands, U.S.;
VN VNM Viet Nam = Vietnam; VU VUT Vanuatu; WF WLF Wallis and Futuna; WS WSM Samoa; YE YEM Yemen; YT MYT Mayotte;
ZA ZAF South Africa; ZM ZMB Zambia; ZW ZWE Zimbabwe
"""
_STATES = """
AK Alaska; AL Alabama; AR Arkansas; AZ Arizona; CA California; CO Colorado; CT Connecticut; DC District of Columbia;
DE Delaware; FL Florida; GA Georgia; HI Hawaii; IA Iowa; ID Idaho; IL Illinois; IN Indiana; KS Kansas; KY Kentucky;
LA Louisiana; MA Massachusetts; MD Maryland; ME Maine; MI Michigan; MN Minnesota; MO Missouri; MS Mississippi;
MT Montana; NC North Carolina; ND North Dakota; NE Nebraska; NH New Hampshire; NJ New Jersey; NM New Mexico;
NV Nevada; NY New York; OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; RI Rhode Island; SC South Carolina;
SD South Dakota; TN Tennessee; TX Texas; UT Utah; VA Virginia; VT Vermont; WA Washington; WI Wisconsin;
WV West Virginia; WY Wyoming
"""
