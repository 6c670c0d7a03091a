"""The page is one file: every module that is imported is in it, nothing is fetched, no text of a record is markup."""

import json
import re
from base64 import b64decode

import pytest

from scoring.report.page_reader import read
from simulator.errors import EmberError
from tools import view_page
from tools.view_data import Contents

FOUND = view_page.sources()
MODULES = json.loads(view_page.import_map(FOUND))["imports"]


def test_every_import_is_in_the_map() -> None:
    prefix = "data:text/javascript;base64,"
    texts = {name: b64decode(url.removeprefix(prefix)).decode() for name, url in MODULES.items()}
    assert all(url.startswith(prefix) for url in MODULES.values())
    wanted = {name for text in texts.values() for name in re.findall(r'^.*\bfrom "([^"]+)";$', text, re.MULTILINE)}
    assert wanted <= set(texts) and f"ember/{view_page.MAIN}" in texts
    assert wanted | {f"ember/{view_page.MAIN}"} == set(texts)
    assert not [name for name in texts if name.endswith("_test.js")]


def test_every_module_of_the_viewer_is_used() -> None:
    ours = {f"ember/{path}" for path in FOUND if path.startswith(f"{view_page.VIEWER}/") and path.endswith(".js")}
    tests = {name for name in ours if name.endswith(("_test.js", "/scores.js", "/browser.js"))}
    assert ours - tests <= set(MODULES)


@pytest.mark.parametrize(
    "text",
    [
        'import x from "./a.js";',
        'import "./a.js";',
        "import { a } from './a.js';",
        'import { a } from "./a.js"',
        'import { a } from "a.js";',
        'import { a } from "https://a.js/./a.js";',
        'import { a } from "./A.js";',
        'export * from "./a.js";',
        'const a = import("./a.js");',
        "const a = await import(name);",
        "const a = import.meta.url;",
        '  import { a } from "./a.js";',
    ],
)
def test_a_strange_import_is_refused(text: str) -> None:
    with pytest.raises(EmberError, match="bad_module"):
        view_page.rewritten("a/b.js", f"/** a */\n{text}\n")


def test_imports_are_rewritten() -> None:
    text = 'import { a, b } from "./a.js";\nexport {\n  c,\n} from "../../c/d.js";\n * @param {import("./e.js").E} e\n'
    out, wanted = view_page.rewritten("x/y/z.js", text)
    assert wanted == ["x/y/a.js", "c/d.js"]
    assert out.splitlines()[0] == 'import { a, b } from "ember/x/y/a.js";'
    assert '} from "ember/c/d.js";' in out and out.endswith('import("./e.js").E} e\n')


def test_what_lies_outside_or_is_missing_is_refused() -> None:
    with pytest.raises(EmberError, match="outside"):
        view_page.resolved("a/b.js", "../../c.js")
    with pytest.raises(EmberError, match="no module"):
        view_page.import_map({view_page.MAIN: 'import { a } from "./gone.js";'})


def contents(title: str = "a <b>title</b> </title><img src=x>") -> Contents:
    out = Contents(title, ["<i>name</i>"])
    out.show([{"scenario": out.blocks.add({"</script>": "<img>"})}])
    return out


def test_the_page_is_one_file_and_fetches_nothing() -> None:
    page = view_page.html(contents())
    found = read(page)
    assert not {"img", "link", "iframe", "object", "base", "b", "i-name"} & set(found.tags)
    assert not [value for name, value in found.attributes if name in ("src", "href", "srcset", "action")]
    assert not re.search("https?://", page) and "@TITLE@" not in page
    policy = next(value for name, value in found.attributes if name == "content" and value and "default-src" in value)
    assert "default-src 'none'" in policy and "connect-src" not in policy and "unsafe-eval" not in policy
    assert not any(name.startswith("on") for name, _ in found.attributes)


def test_no_module_makes_markup_of_text() -> None:
    for path, text in FOUND.items():
        if path.startswith(f"{view_page.VIEWER}/") and not path.endswith("_test.js"):
            assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", text)


def test_equal_contents_give_equal_pages() -> None:
    assert view_page.html(contents()) == view_page.html(contents()) != view_page.html(contents("other"))
