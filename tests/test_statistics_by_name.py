"""Statistics that people ask for by name: reached in the default path, with method numbers that choose no rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import autoviz
from autoviz import Analysis
from autoviz.answering.numerals import shown
from autoviz.profile import profile


@pytest.fixture(scope="module")
def staff() -> pd.DataFrame:
    """Two hundred employees: a long tail of incomes, engineers above the rest, gaps, and a column that never varies."""
    random = np.random.default_rng(11)
    count = 200
    department = random.choice(["Sales", "Support", "Engineering"], count)
    income = np.exp(random.normal(10.7, 0.3, count)) + 15_000 * (department == "Engineering")
    income[[5, 77]] = [310_000, 265_000]
    return pd.DataFrame(
        {
            "employee_id": np.arange(1001, 1001 + count),
            "department": department,
            "gender": random.choice(["female", "male"], count),
            "age": random.integers(21, 65, count),
            "income": income.round(-1),
            "satisfaction": np.where(random.random(count) < 0.1, np.nan, random.integers(1, 11, count)),
            "desks": 1,
        }
    )


def asked(frame: pd.DataFrame, question: str) -> Analysis:
    analysis = autoviz.ask(frame, question)
    assert analysis.clarification is None and not analysis.coverage.not_done, analysis.answer
    return analysis


def tools(analysis: Analysis) -> set[str]:
    return {step.tool for step in analysis.plan.steps}


@pytest.mark.parametrize(
    ("question", "tool", "says"),
    [
        ("What is the skewness of income?", "compute_distributions", "skewness"),
        ("Is income normally distributed?", "compute_distributions", "No: income is not normally distributed"),
        ("Shapiro-Wilk test of age", "compute_distributions", "Shapiro–Wilk"),
        ("Spearman correlation of age and income", "compute_correlations", "Spearman's rank correlation"),
        ("correlation of age and income for each department", "compute_correlations", "by department: Engineering r ="),
        ("Are gender and department independent? Run a chi-square test.", "check_independence", "chi-square ="),
        ("Mann-Whitney test of income by gender", "compare_ranks", "Mann–Whitney U test"),
        ("Run an ANOVA of income by department", "compare_groups", "Welch's ANOVA, p < 0.001"),
        ("What percentile is an income of 50,000?", "locate_value", "percentile"),
        ("What percent of values is missing in each column?", "missing_report", "satisfaction"),
    ],
)  # fmt: skip
def test_a_statistic_is_reached_by_its_name(staff, question, tool, says):
    analysis = asked(staff, question)
    assert tool in tools(analysis) and "filter_rows" not in tools(analysis)
    assert says in analysis.answer.splitlines()[0]


@pytest.mark.parametrize(
    ("question", "method", "threshold"),
    [
        ("Find outliers in income using z-scores above 2.5", "zscore", 2.5),
        ("How many income outliers are there by the 1.5 IQR rule?", "iqr", 1.5),
        ("outliers in income with |z| > 3", "zscore", 3.0),
    ],
)
def test_the_numbers_of_a_rule_choose_no_rows(staff, question, method, threshold):
    analysis = asked(staff, question)
    step = next(step for step in analysis.plan.steps if step.tool == "detect_anomalies")
    assert (step.params["method"], step.params["threshold"]) == (method, threshold)
    assert "filter_rows" not in tools(analysis)
    values = staff["income"]
    if method == "zscore":
        found = ((values - values.mean()) / values.std()).abs() > threshold
    else:
        low, high = values.quantile([0.25, 0.75])
        found = (values < low - threshold * (high - low)) | (values > high + threshold * (high - low))
    assert analysis.answer.startswith(f"{found.sum()} outliers in income among 200 employees (more than {threshold:g} ")
    assert "employee id 1006" in analysis.answer


def test_a_level_is_no_filter_and_decides_the_verdict(staff):
    engineers = staff["department"] == "Engineering"
    p = stats.ttest_ind(staff["income"][engineers], staff["income"][~engineers], equal_var=False).pvalue
    for alpha in (0.05, p / 2):
        analysis = asked(staff, f"Compare the income of Engineering with the rest, t-test at alpha {alpha:.12f}")
        assert len(analysis.table) == 2 and "filter_rows" not in tools(analysis)
        clear = "is significantly higher for Engineering" if p < alpha else "does not differ significantly"
        assert clear in analysis.answer


def test_groups_made_by_a_condition(staff):
    analysis = asked(staff, "Does income differ significantly between employees older than 40 and the others?")
    older = staff["age"] > 40
    p = stats.ttest_ind(staff["income"][older], staff["income"][~older], equal_var=False).pvalue
    verdict = "Yes: average income is" if p < 0.05 else "No: average income does not differ"
    assert analysis.answer.startswith(verdict)
    assert "age above 40" in analysis.answer and "age 40 or less" in analysis.answer


def test_outliers_are_left_out_before_what_follows(staff):
    analysis = asked(staff, "Remove income outliers, then compute the average income by department")
    low, high = staff["income"].quantile([0.25, 0.75])
    reach = 1.5 * (high - low)
    usual = staff[staff["income"].between(low - reach, high + reach)]
    assert analysis.table.set_index("department")["income"].to_dict() == pytest.approx(
        usual.groupby("department")["income"].mean().to_dict()
    )
    assert f"Left out as outliers: {len(staff) - len(usual)} of 200 rows" in analysis.answer
    assert analysis.proof.verdict == "proven"


def test_what_does_not_vary_is_not_judged(staff):
    assert "cannot be judged" in asked(staff, "outliers in desks by the IQR rule").answer
    single = staff.iloc[[0]].assign(department="Board")
    told = asked(pd.concat([staff, single]), "Run an ANOVA of income by department").answer
    assert "cannot be tested, since some have a single value" in told
    alone = asked(staff.assign(gender="female"), "does income differ significantly by gender?").answer
    assert "only one group has values" in alone
    hollow = autoviz.ask(staff.assign(income=np.nan), "average income by department").answer
    assert hollow == "Income has no values in any of the 200 rows."


def test_of_more_than_two_columns_every_pair_is_told_and_the_closest_first(staff):
    staff = staff.assign(bonus=staff["income"] / 10 + staff["age"] * 20)
    analysis = asked(staff, "correlation between age, income, satisfaction and bonus")
    r = stats.pearsonr(staff["income"], staff["bonus"]).statistic
    assert analysis.answer.startswith(f"Correlation is closest for income and bonus: r = {r:.3g} (strong positive")
    assert len(analysis.table) == 6 and "of the 6 pairs" in analysis.answer and analysis.charts[0].mark == "heatmap"


def test_whether_one_value_is_an_outlier_is_judged_by_the_fences(staff):
    frame = staff.assign(distance_km=staff["age"] / 2.0)
    low, high = frame["distance_km"].quantile([0.25, 0.75])
    fence, below = high + 1.5 * (high - low), (frame["distance_km"] < 20).sum()
    said = asked(frame, "Is 20 km an outlier?")
    assert said.answer.startswith("No: distance of 20 km is no outlier") and f"{below} of 200 values" in said.answer
    assert asked(frame, f"Is a distance of {fence + 1:.0f} km unusual?").answer.startswith("Yes: distance of ")
    assert "filter_rows" not in tools(said)
    assert "cannot be judged" in asked(staff, "Is 5 desks an outlier?").answer


def test_an_overview_says_what_the_table_is_about(staff):
    told = asked(staff, "Tell me about this data").answer
    assert told.startswith("The table holds 200 employees, one row each, with 7 columns: employee id, department")
    assert "income reaches 310,000, far above the usual" in told and "desks is 1 everywhere" in told
    assert "satisfaction is missing in" in told


def test_the_exported_code_tests_the_same(staff):
    analysis = asked(staff, "Mann-Whitney test of income by gender")
    variables = {"df": staff}
    exec(compile(analysis.code(), "<exported>", "exec"), variables)
    made = [value for value in variables.values() if isinstance(value, pd.DataFrame) and "u" in value]
    groups = [staff.loc[staff["gender"] == name, "income"] for name in ("female", "male")]
    assert made[0]["p"].iloc[0] == pytest.approx(stats.mannwhitneyu(*groups).pvalue)


def test_a_finding_takes_the_column_that_the_question_names_beside_it():
    honey = [20.0 + place % 9 for place in range(60)] + [160.0, 190.0]
    hives = pd.DataFrame({"apiary": ["Hill", "Marsh"] * 31, "honey_kg": honey, "hive_temp_c": [34.0, 35.0] * 31})
    said = autoviz.ask(hives, "How many hives have a honey z-score above 3?", reader="embedded").answer
    assert said.startswith("2 outliers in honey among 62 rows (more than 3 standard deviations from the mean")
    said = autoviz.ask(hives, "How many honey outliers are there using 3 times the IQR?", reader="embedded").answer
    assert said.startswith("2 outliers in honey among 62 rows (more than 3 times the interquartile range")
    plants = pd.DataFrame({"light": ["sun", "shade"] * 50, "survived": ["yes"] * 80 + ["no"] * 20})
    said = autoviz.ask(plants, "Is survival independent of light?", reader="embedded").answer
    assert said.startswith("Yes: light and survived show no clear association: chi-square = ")


def test_a_test_of_normality_by_name_is_the_one_that_is_told():
    lifts = pd.DataFrame({"bench_kg": [60 + (place * 7 % 23) - (place % 5) for place in range(90)]})
    said = autoviz.ask(lifts, "Is bench press normally distributed? Shapiro-Wilk", reader="embedded").answer
    assert said.count("Shapiro–Wilk test, p ") == 1 and "Jarque" not in said


@pytest.mark.parametrize(("claim", "verdict"), [("lower", "Yes"), ("higher", "No")])
def test_a_claim_about_a_flag_in_another_form_is_about_the_rows_that_say_yes(claim, verdict):
    scores = [600 + place % 40 for place in range(100)] + [560 + place % 40 for place in range(50)]
    loans = pd.DataFrame({"defaulted": ["no"] * 100 + ["yes"] * 50, "score": scores})
    for asked in (f"Do defaulters have a {claim} score?", f"Do defaulters have a {claim} score? test it"):
        said = autoviz.ask(loans, asked, reader="embedded").answer
        assert said.startswith(f"{verdict}: average score is ") and "defaulted yes" in said
    assert "Welch's t-test" in said


def test_a_unit_per_another_is_read_from_a_name_and_told_once():
    rivers = pd.DataFrame({"nitrate_mg_l": [1.5, 2.5, 4.0] * 5, "flow_m3_s": [10.0, 20.0, 30.0] * 5})
    assert [column.unit for column in profile(rivers).columns] == ["mg/l", "m³/s"]
    fields = pd.DataFrame({"yield_t_ha": [1.5, 2.5, 4.0] * 5, "rent_eur_m2": [10.0, 20.0, 30.0] * 5})
    assert [column.unit for column in profile(fields).columns] == ["t/ha", "EUR/m²"]
    said = autoviz.ask(rivers, "How skewed is nitrate?", reader="embedded").answer
    assert said.startswith("Nitrate is ") and "median 2.5 mg/l" in said


def test_a_column_that_shares_a_word_with_the_one_named_is_not_held_against_it():
    months = pd.date_range("2020-01-31", periods=48, freq="ME")
    gas, oil = np.linspace(100, 60, 48), np.linspace(50, 80, 48)
    output = pd.DataFrame({"date": months, "gas_output": gas, "oil_output": oil})
    said = autoviz.ask(output, "Did gas output fall?", reader="embedded").answer
    assert said.startswith("Yes: total gas output fell by")


@pytest.fixture(scope="module")
def stays() -> pd.DataFrame:
    """Six hundred stays: one ward of four with many more returns, a rate that is the same everywhere, two sexes."""
    random = np.random.default_rng(3)
    ward = random.choice(["Surgery", "Medicine", "Maternity", "ICU"], 600, p=[0.3, 0.4, 0.2, 0.1])
    return pd.DataFrame(
        {
            "ward": ward,
            "sex": random.choice(["female", "male"], 600),
            "days": random.gamma(2, 3, 600).round(1) + 2.0 * (ward == "ICU"),
            "readmitted": np.where(random.random(600) < np.where(ward == "ICU", 0.4, 0.15), "yes", "no"),
            "infection": (random.random(600) < 0.1).astype(int),
        }
    )


@pytest.mark.parametrize(
    ("question", "group", "flag"),
    [
        ("is the readmission rate different between wards", "ward", "readmitted"),
        ("Does the share of readmitted differ by ward?", "ward", "readmitted"),
        ("does the infection rate differ by ward?", "ward", "infection"),
        ("Is the infection rate different between women and men?", "sex", "infection"),
    ],
)
def test_rates_that_are_said_to_differ_are_tested_by_their_counts(stays, question, group, flag):
    analysis = asked(stays, question)
    test = stats.chi2_contingency(pd.crosstab(stays[group], stays[flag]))
    shares = stays[flag].isin(["yes", 1]).groupby(stays[group]).mean()
    first = analysis.answer.splitlines()[0]
    assert "check_independence" in tools(analysis) and f"chi-square = {shown(test.statistic)}" in first
    assert first.startswith("Yes: the share of" if test.pvalue < 0.05 else "No: the share of") and "Cramér's V" in first
    assert f"{shares.max():.1%}" in first and f"{shares.min():.1%}" in first and f"{shares.idxmax()}" in first
    assert analysis.table[flag].tolist() == pytest.approx(shares.loc[analysis.table[group]].tolist())


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("is the average days different between women and men", "Welch's t-test"),
        ("Do the average days vary by ward?", "Welch's ANOVA"),
        ("is there a difference in days between women and men?", "Welch's t-test"),
    ],
)
def test_averages_that_are_said_to_differ_are_tested(stays, question, says):
    first = asked(stays, question).answer.splitlines()[0]
    assert first.startswith(("Yes: average days", "No: average days")) and says in first and ", p " in first


@pytest.mark.parametrize(
    "question",
    ["how do the average days differ by ward", "does the total of days differ by ward?", "number of different wards"],
)
def test_what_claims_no_difference_or_has_one_figure_a_group_is_not_tested(stays, question):
    assert not tools(asked(stays, question)) & {"compare_groups", "compare_ranks", "check_independence"}


def test_every_function_is_told_of_what_is_left_without_outliers(staff):
    low, high = staff["income"].quantile([0.25, 0.75])
    usual = staff["income"][staff["income"].between(low - 1.5 * (high - low), high + 1.5 * (high - low))]
    for question in ("mean and median income after removing outliers", "median and mean of income without outliers"):
        analysis = asked(staff, question)
        assert analysis.proof.verdict != "differs"
        told = {fact.value for fact in analysis.facts if fact.metric == "income"}
        assert any(value == pytest.approx(usual.mean()) for value in told), analysis.answer
        assert any(value == pytest.approx(usual.median()) for value in told), analysis.answer
        assert "Left out as outliers" in analysis.answer


@pytest.mark.parametrize(
    "question", ["share of satisfaction missing per department", "percent of missing satisfaction by department"]
)
def test_a_share_of_missing_values_by_group_is_one_of_each_group(staff, question):
    analysis = asked(staff, question)
    shares = staff["satisfaction"].isna().groupby(staff["department"]).mean() * 100
    table = analysis.table.set_index("department").iloc[:, -1]
    assert table.to_dict() == pytest.approx(shares.to_dict())
    assert analysis.answer.startswith("Share of") and "satisfaction is missing" in analysis.answer


def test_what_lacks_nothing_is_told_by_its_name(staff):
    answer = asked(staff, "what percent of income is missing").answer
    assert answer == "None of the 200 values of income is missing (0.0%)."


@pytest.mark.parametrize(
    ("question", "functions"),
    [
        ("average and standard deviation of income by department", ["mean", "std"]),
        ("mean and median income by department", ["mean", "median"]),
        ("minimum, maximum and average income per department", ["min", "max", "mean"]),
    ],
)
def test_every_function_of_a_column_that_is_named_is_told_of_each_group(staff, question, functions):
    table = asked(staff, question).table.set_index("department")
    wanted = staff.groupby("department")["income"].agg(functions)
    assert table.to_numpy().tolist() == pytest.approx(wanted.to_numpy()) and list(table.index) == list(wanted.index)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("is there a relation between age and income?", "Correlation of age and income: r ="),
        ("Is there a relationship between gender and department?", "gender and department"),
    ],
)
def test_a_relation_is_told_by_what_suits_the_columns(staff, question, says):
    analysis = asked(staff, question)
    assert says in analysis.answer.splitlines()[0] and {"check_independence", "compute_correlations"} & tools(analysis)


def test_different_values_are_no_bars_of_height_one(staff):
    analysis = asked(staff, "show the different departments")
    assert "Sales 1" not in analysis.answer and all(name in analysis.answer for name in ("Sales", "Support"))
