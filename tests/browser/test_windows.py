"""The windows of the browser tests themselves: they see what a page should not do."""


def test_page_opens_without_troubles(open_window):
    page = open_window("/")
    assert page.locator("html").get_attribute("lang") == "de"


def test_window_notices_a_script_error(open_window):
    page = open_window("/")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('Kuchen') })")
    assert page.troubles == ["error Kuchen"]
    page.troubles.clear()


def test_inline_script_is_refused_by_the_policy(open_window):
    page = open_window("/")
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.ran = true'}))"
    )
    assert page.evaluate("window.ran") is None
    assert "Content Security Policy" in page.troubles.pop()
