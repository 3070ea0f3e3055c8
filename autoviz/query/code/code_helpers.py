"""Helpers: short functions that exported code begins with where pandas has no call of its own for an operation."""

from __future__ import annotations

import ast

NUMPY = "import numpy as np"

HELPERS: dict[str, str] = {
    "whole_quotient": '''\
def whole_quotient(above, below):
    """Whole numbers divided towards zero; other numbers as they are."""
    quotient = above / below.where(below != 0)
    whole = pd.api.types.is_integer_dtype(above) and pd.api.types.is_integer_dtype(below)
    return np.trunc(quotient) if whole else quotient
''',
    "as_text": '''\
def as_text(cells):
    """Values as SQL writes them."""
    if pd.api.types.is_datetime64_any_dtype(cells):
        return cells.dt.strftime('%Y-%m-%d %H:%M:%S')
    flags = pd.api.types.infer_dtype(cells, skipna=True) == 'boolean'
    return cells.map(lambda cell: str(cell).lower() if flags else str(cell), na_action='ignore').astype(object)
''',
    "first_letters": '''\
def first_letters(cells, counts):
    """So many letters from the start; a count below zero leaves out so many at the end."""
    rows = zip(cells, counts)
    cut = [None if pd.isna(cell) or pd.isna(count) else str(cell)[:int(count)] for cell, count in rows]
    return pd.Series(cut, index=cells.index, dtype='str')
''',
    "last_letters": '''\
def last_letters(cells, counts):
    """So many letters from the end; a count below zero leaves out so many at the start."""
    def cut(text, count):
        return text[-count:] if count else ''
    rows = zip(cells, counts)
    found = [None if pd.isna(cell) or pd.isna(count) else cut(str(cell), int(count)) for cell, count in rows]
    return pd.Series(found, index=cells.index, dtype='str')
''',
    "middle_letters": '''\
def middle_letters(cells, firsts, counts=None):
    """Letters from a place on, the first being number 1, or so many from the end; below zero, those before it."""
    def cut(text, first, count):
        before = max(0, first - 1) if first >= 0 else max(0, len(text) + first)
        taken = max(0, count - 1) if first == 0 else count
        return text[before:before + taken] if taken >= 0 else text[max(0, before + taken):before]
    sizes = cells.str.len() if counts is None else counts
    rows = [None if pd.isna(row).any() else cut(str(row[0]), int(row[1]), int(row[2]) + (counts is None))
            for row in map(list, zip(cells, firsts, sizes))]
    return pd.Series(rows, index=cells.index, dtype='str')
''',
    "as_number": '''\
def as_number(cells):
    """Numbers; text that cannot be read as one is missing."""
    return pd.to_numeric(cells, errors='coerce').astype(float)
''',
    "as_integer": '''\
def as_integer(cells):
    """The nearest whole numbers: halves to the even one, of text away from zero."""
    numbers = pd.to_numeric(cells, errors='coerce').astype(float)
    numbers = numbers.where(numbers.abs() < 2.0 ** 63)
    if pd.api.types.is_numeric_dtype(cells):
        return numbers.round().astype('Int64')
    return (np.sign(numbers) * np.floor(numbers.abs() + 0.5)).astype('Int64')
''',
    "as_flag": '''\
def as_flag(cells):
    """Yes or no; what is neither is missing."""
    if pd.api.types.is_numeric_dtype(cells):
        return (cells != 0).where(cells.notna())
    words = cells.map(lambda cell: str(cell).strip().lower(), na_action='ignore')
    yes, no = ['true', 'yes', 'y', 't', '1'], ['false', 'no', 'n', 'f', '0']
    return words.map({**dict.fromkeys(yes, True), **dict.fromkeys(no, False)})
''',
    "as_time": '''\
def as_time(cells):
    """Times; text that is no ISO date is missing."""
    if pd.api.types.is_datetime64_any_dtype(cells):
        return cells
    text = cells.str.strip(' ').str.replace('/', '-').str.replace('Z', '')
    text = text.str.replace(r'([- T])(\\d)(?!\\d)', r'\\g<1>0\\2', regex=True)
    iso = text.str.contains(r'^\\d{4}-\\d\\d-\\d\\d(?:[ T]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)?$', na=False)
    return pd.to_datetime(text.where(iso), format='ISO8601', errors='coerce')
''',
    "months_later": '''\
def months_later(dates, months):
    """Dates so many months later, inside the month."""
    known = dates.notna() & months.notna()
    moved = [date + pd.DateOffset(months=int(count)) for date, count in zip(dates[known], months[known])]
    return pd.Series(moved, index=dates.index[known], dtype='datetime64[us]').reindex(dates.index)
''',
    "most_frequent": '''\
def most_frequent(values):
    """The value that occurs most often; of several the first."""
    counts = values.groupby(values, sort=False, observed=True).size()
    return counts.idxmax() if len(counts) else None
''',
    "listed": '''\
def listed(values):
    """The different texts in order."""
    return ', '.join(sorted(set(map(str, values.dropna())))) or None
''',
    "discrete_quantile": '''\
def discrete_quantile(values, part):
    """The smallest value that this part of the values does not exceed."""
    ordered = values.dropna().sort_values()
    return ordered.iloc[max(0, int(np.ceil(part * len(ordered))) - 1)] if len(ordered) else None
''',
    "correlation": '''\
def correlation(rows):
    """How closely two columns go together, over rows that have both."""
    one, other = (rows.dropna().astype(float) - rows.dropna().astype(float).mean()).to_numpy().T
    spread = (one @ one * (other @ other)) ** 0.5
    return one @ other / spread if spread else float('nan')
''',
    "slope": '''\
def slope(rows):
    """How the first column changes with the second, over rows that have both."""
    one, other = (rows.dropna().astype(float) - rows.dropna().astype(float).mean()).to_numpy().T
    return one @ other / (other @ other) if other @ other else float('nan')
''',
    "at_extreme": '''\
def at_extreme(rows, largest):
    """The first column where the second is largest or smallest."""
    ordered = rows.dropna().sort_values(rows.columns[1], ascending=not largest, kind='stable')
    return ordered.iloc[0, 0] if len(ordered) else None
''',
    "tiles": '''\
def tiles(number, rows, count):
    """Parts of equal size; the first have one row more where the rows do not divide."""
    size, left, place = rows // count, rows % count, number.reindex(rows.index) - 1
    larger = left * (size + 1)
    return (place // (size + 1)).where(place < larger, left + (place - larger) // size.clip(lower=1)) + 1
''',
    "over": '''\
def over(cells, within, along, before, after, func):
    """A function of the rows that each row reads: of its group, in order, from so many before to so many after it."""
    result = pd.Series(None, index=cells.index, dtype=object)
    order = along.reset_index(drop=True).sort_values(list(along.columns), kind='stable').index
    equal = along.apply(tuple, axis=1).reset_index(drop=True)
    keys = within.reset_index(drop=True).loc[order]
    for places in keys.groupby(list(keys.columns), dropna=False, sort=False, observed=True).indices.values():
        rows = order[places]
        for place in range(len(rows)):
            if before is None and after is None:
                end = place + 1
                while end < len(rows) and equal[rows[end]] == equal[rows[place]]:
                    end += 1
                read = rows[:end]
            else:
                start = 0 if before is None else max(0, place - before)
                read = rows[start:len(rows) if after is None else max(0, place + after + 1)]
            result.iloc[rows[place]] = func(cells.iloc[read]) if len(read) else None
    return result.infer_objects()
''',
    "over_time": '''\
def over_time(cells, within, dates, before, after, func):
    """A function of the rows that each row reads: of its group, from so long before its date to so long after it."""
    result = pd.Series(None, index=cells.index, dtype=object)
    order = dates.reset_index(drop=True).sort_values(kind='stable').index
    keys = within.reset_index(drop=True).loc[order]
    for places in keys.groupby(list(keys.columns), dropna=False, sort=False, observed=True).indices.values():
        rows = order[places]
        held = dates.iloc[rows]
        for row, date in zip(rows, held):
            if pd.isna(date):
                read = held.isna() | (before is None)
            else:
                read = held.notna() if before is None else held >= date - before
                read = read | held.isna() if after is None else read & (held <= date + after)
            read = rows[read.to_numpy()]
            result.iloc[row] = func(cells.iloc[read]) if len(read) else None
    return result.infer_objects()
''',
}  # fmt: skip


def helpers_for(code: str) -> str:
    """The helpers that some code calls, and numpy where it is needed, as lines before it."""
    found = [text for name, text in HELPERS.items() if name in _names(code)]
    called = {name for text in (code, *found) for name in _names(text)}
    numpy = [f"{NUMPY}\n"] if "np" in called and NUMPY not in code else []
    return "\n".join([*numpy, *found])


def _names(code: str) -> set[str]:
    """The names that code reads and does not set itself."""
    names = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)]
    return {node.id for node in names if isinstance(node.ctx, ast.Load)} - {
        node.id for node in names if isinstance(node.ctx, ast.Store)
    }
