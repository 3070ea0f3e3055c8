"""The package itself: nothing in it runs text as code, unpickles, opens a shell or writes raw markup."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import autoviz

PACKAGE = Path(autoviz.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
CALLS = frozenset({"exec", "eval", "compile", "__import__", "input", "breakpoint"})
METHODS = frozenset({
    "os.system", "os.popen", "pickle.loads", "pickle.load", "marshal.loads", "yaml.unsafe_load", "yaml.full_load",
    "shelve.open", "joblib.load", "torch.load", "pd.read_pickle", "pandas.read_pickle", "subprocess.getoutput",
})  # fmt: skip
MODULES = frozenset({"pickle", "cPickle", "dill", "shelve", "marshal", "cloudpickle", "ctypes", "code", "codeop"})
FRAME_METHODS = frozenset({"query", "eval", "read_pickle", "to_pickle"})


def dotted(node):
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def offences(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [item.name for item in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from (f"imports {name}" for name in names if name.partition(".")[0] in MODULES)
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func)
        if name in CALLS or name in METHODS:
            yield f"calls {name}"
        if isinstance(node.func, ast.Attribute) and node.func.attr in FRAME_METHODS and len(node.args) == 1:
            yield f"calls .{node.func.attr}"
        options = {option.arg: option.value for option in node.keywords}
        if isinstance(options.get("shell"), ast.Constant) and options["shell"].value:
            yield "opens a shell"
        if isinstance(options.get("allow_pickle"), ast.Constant) and options["allow_pickle"].value:
            yield "loads pickles with numpy"
        if isinstance(options.get("verify"), ast.Constant) and options["verify"].value is False:
            yield "checks no certificate"
        if name == "yaml.load" and dotted(options.get("Loader", ast.Constant(value=0))) != "_Loader":
            yield "loads YAML with a loader that is not safe"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_runs_text(path):
    found = list(offences(ast.parse(path.read_text("utf-8"))))
    assert found == []


PLANTED = (
    "exec(text)", "eval(text)", "compile(text, '', 'exec')", "import pickle", "from pickle import loads",
    "df.query(text)", "df.eval(text)", "subprocess.run(text, shell=True)", "yaml.load(text)",
    "yaml.load(text, Loader=yaml.Loader)", "np.load(path, allow_pickle=True)", "os.system(text)", "__import__(name)",
    "httpx.get(url, verify=False)", "pd.read_pickle(path)", "import marshal", "torch.load(path)",
)  # fmt: skip


@pytest.mark.parametrize("source", PLANTED)
def test_what_is_planted_is_found(source):
    assert list(offences(ast.parse(source)))


def test_the_own_yaml_loader_is_the_safe_one():
    import yaml

    from autoviz.registry.files import _Loader

    assert yaml.load("a: 1", Loader=_Loader) == {"a": 1}
    with pytest.raises(yaml.YAMLError):
        yaml.load("a: !!python/object/apply:os.getcwd []", Loader=_Loader)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.js")), ids=lambda path: path.name)
def test_no_script_writes_markup_or_runs_text(path):
    text = path.read_text("utf-8")
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc"):
        assert word not in text
