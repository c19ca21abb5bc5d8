"""The pages of `assay report --html` and `assay ulps --html` in a real browser."""
import os
import pathlib
import sys
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browsed import SIZES, Browsed, until  # noqa: E402
from run_folders import assay, copy_with, make_runs  # noqa: E402
from ulps_page import UlpsPage  # noqa: E402, F401  unittest.main() runs it


class Page(Browsed):
    @classmethod
    def make_pages(cls, folder):
        make_runs(folder)
        runs = {0: folder / "sound"}
        for n in 3, 10000:
            runs[n] = copy_with(folder / "faulty", folder / f"copy-{n}", n)
        runs["gate"] = copy_with(folder / "faulty", folder / "gate", 0, exit_code=3, complaints=[
            {"about": "shards", "text": f"Missing: shard {i}/40", "red": True} for i in range(1, 31)])
        cls.pages = {}
        for n, run in runs.items():
            assay("report", run, "--html", folder / f"{n}.html")
            cls.pages[n] = (folder / f"{n}.html").as_uri()

    def choose(self, selector, value):
        Select(self.one(selector)).select_by_value(value)

    def test_renders_without_an_error_or_a_request(self):
        for n in self.pages:
            self.expect_no_error_and_no_other_request(n)
            self.assertGreater(len(self.all("#matrix-table td.good")), 10)
            self.assertEqual(len(self.all("article")), 0 if n == "gate" else min(n, 20))

    def test_says_the_verdict_in_words(self):
        self.open(0)
        self.assertEqual(self.one("h1").text, "No divergence in 700 cases.")
        self.assertEqual(self.one("#count").text, "No divergence.")
        self.assertFalse(self.one("#filters").is_displayed())
        self.assertEqual(len(self.all("#plots canvas")), 1)
        self.open(3)
        self.assertEqual(self.one("h1").text, "3 of 1,500 cases diverge: the driver is at fault in each.")
        self.assertEqual(self.one("#count").text, "3 divergences.")

    def test_says_what_the_gate_complains_of(self):
        self.open("gate")
        self.assertEqual(self.one("h1").get_attribute("class"), "odd")
        said = [li.text for li in self.all("#complaints li")]
        self.assertEqual((said[0], said[-1], len(said)), ("Missing: shard 1/40", "and 10 more", 21))
        self.open(0)
        self.assertFalse(self.one("#complaints").is_displayed())

    def test_draws_where_a_tensor_is_wrong(self):
        self.open(3)
        for i, article in enumerate(self.all("article")):
            wrong = article.find_elements(By.CSS_SELECTOR, ".picture td.wrong")
            self.assertGreaterEqual(len(wrong), 2)
            values = [cell.get_attribute("title") for cell in wrong]
            tables = article.find_elements(By.CSS_SELECTOR, ".pictures")[0].find_elements(By.TAG_NAME, "table")
            texts = [p.text for p in article.find_elements(By.TAG_NAME, "p")]
            # What the operator does is said once.
            self.assertEqual(texts[0].startswith("Gathers elements of InputTensor"), i == 0, texts[0])
            self.assertTrue(any(t.startswith("InputTensor = [") for t in texts), texts)
            message = next(t for t in texts if "permitted " in t)
            self.assertIn(f"permitted {values[0]}, came", message)
            came = tables[1].find_element(By.CSS_SELECTOR, "td.wrong").get_attribute("title")
            self.assertIn(f"came {came};", message)

    def test_filters(self):
        self.open(10000)
        matrix = self.one("#matrix-table td.bad button")
        where = matrix.get_attribute("aria-label").split(":")[0].split()
        matrix.click()
        self.assertEqual([Select(self.one(f"#by-{k}")).first_selected_option.text
                          for k in ("operator", "type", "level")], where)
        self.assertRegex(self.one("#count").text, r"^[\d,]+ of 10,000 divergences\.$")
        for article in self.all("article"):
            self.assertIn(f"{where[0]} {where[1]} at {where[2]}", article.text)
        self.one("#filters button[type=reset]").click()
        until(lambda: self.one("#count").text == "10,000 divergences.", "all shown again")
        self.one("#search").send_keys("seed=7777 gather")
        until(lambda: "of 10,000" in self.one("#count").text, "searched")
        for article in self.all("article"):
            self.assertIn("seed=7777", article.text)
        self.one("#search").send_keys(" nosuchword")
        until(lambda: self.one("#count").text == "0 of 10,000 divergences.", "nothing left")
        self.assertEqual(self.all("article"), [])

    def test_tells_what_was_not_tested_from_what_is_not_supported(self):
        self.open(3)
        texts = {}
        for row in self.all("#matrix-table tbody:first-of-type tr"):
            kind = row.find_element(By.CSS_SELECTOR, "th[scope=row]").text
            texts[kind] = [cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
        levels = [th.text for th in self.all("#matrix-table thead th")][2:]
        self.assertIn("2_1", levels)
        for kind, cells in texts.items():
            # gather came with level 2_1, there without 64 bits.
            supported = kind in ("FLOAT32", "FLOAT16", "UINT32", "UINT16", "UINT8", "INT32", "INT16", "INT8")
            self.assertEqual(cells[levels.index("2_1")] == "·", not supported, kind)
        self.assertTrue(any("" in cells for cells in texts.values()))

    def test_says_whose_kernels_ran_and_what_coverage_counts(self):
        self.open(3)
        terms = dict(zip([e.text for e in self.all("#device dt")], [e.text for e in self.all("#device dd")]))
        self.assertIn("gather.cl", terms["Kernels"])
        said = self.one("#coverage p").text
        self.assertTrue("rule has sides" in said and "a pair is" in said, said)

    def test_sorts_and_searches_the_operators(self):
        self.open(0)
        names = lambda: [e.text for e in self.all("#operators tbody tr th") if e.is_displayed()]
        first = names()
        self.one("#operators thead th:first-child button").click()
        self.assertEqual(names(), sorted(first))
        self.one("#operators thead th:first-child button").click()
        self.assertEqual(names(), sorted(first, reverse=True))
        self.one("#operators thead th:nth-child(2) button").click()
        passed = [int(e.text.replace(",", "")) for e in self.all("#operators tbody td:nth-child(2)")]
        self.assertEqual(passed, sorted(passed, reverse=True))
        self.browser.execute_script("document.getElementById('operator-search').parentElement.hidden = false")
        self.one("#operator-search").send_keys("SUMM")
        self.assertEqual(names(), ["cumulative_summation"])

    def own_of_first_finding(self):
        """How many divergences the first finding has. The copies of the run's divergences are of no finding."""
        own = self.browser.execute_script("return run.findings[0].failing.length")
        self.assertTrue(1 < own <= 20, own)
        return own

    def test_leads_from_a_finding_to_its_divergences(self):
        self.open(10000)
        section = self.browser.find_element(By.ID, "findings")
        self.assertIn("with negative indices", section.text)
        section.find_element(By.TAG_NAME, "a").click()
        self.assertEqual(Select(self.browser.find_element(By.ID, "by-finding")).first_selected_option.text, "1")
        own = self.own_of_first_finding()
        self.assertEqual(self.browser.find_element(By.ID, "count").text, f"{own} of 10,000 divergences.")
        self.open(0)
        self.assertFalse(self.browser.find_element(By.ID, "findings").is_displayed())

    def test_shows_what_its_address_asks_for_and_has_an_address_for_what_it_shows(self):
        def shows(address, said, articles):
            # Only another document reads its address from the start.
            self.browser.get("about:blank")
            self.browser.get(self.pages[10000] + address)
            self.assertRegex(self.one("#count").text, said)
            self.assertEqual(len(self.all("article")), articles)

        self.open(10000)
        link = self.all("article h3 a")[6]
        link.click()
        until(lambda: len(self.all("article")) == 1, "one divergence")
        self.assertTrue(self.browser.current_url.endswith("#/number=7"))
        one = self.one("article").text
        shows("#/number=7", "^1 of 10,000 divergences", 1)
        self.assertEqual(self.one("article").text, one)
        self.one("#search").send_keys("seed=7777 gather")
        until(lambda: self.browser.current_url.endswith("#/search=seed%3D7777+gather"), "searched")
        said, articles = self.one("#count").text, len(self.all("article"))
        shows("#/search=seed%3D7777+gather", f"^{said}$", articles)
        self.assertEqual(self.one("#search").get_attribute("value"), "seed=7777 gather")
        own = self.own_of_first_finding()
        shows("#/finding=1", f"^{own} of 10,000 divergences", own)
        shows("#/verdict=Nosuch", "^0 of 10,000 divergences", 0)
        for other in "", "#matrix", "#/nosuch=1":
            shows(other, "^10,000 divergences", 20)

    def test_copies_the_command(self):
        self.open(3)
        self.browser.execute_cdp_cmd("Browser.grantPermissions", {
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        for box in self.all("article .command")[:3]:
            box.find_element(By.TAG_NAME, "button").click()
            until(lambda: box.find_element(By.TAG_NAME, "button").text == "Copied", "copied")
            pasted = self.browser.execute_async_script(
                "navigator.clipboard.readText().then(arguments[0], (e) => arguments[0]('' + e))")
            self.assertEqual(pasted, box.find_element(By.TAG_NAME, "code").text)

    def test_is_used_by_keyboard_alone(self):
        self.open(10000)
        body = self.one("body")
        body.send_keys(Keys.TAB)
        self.assertEqual(self.browser.switch_to.active_element.text, "Skip to the results")
        body.send_keys("/")
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("id"), "search")
        self.browser.switch_to.active_element.send_keys("typed")
        until(lambda: "of 10,000" in self.one("#count").text or self.one("#count").text == "10,000 divergences.", "typed")
        self.browser.switch_to.active_element.send_keys(Keys.BACKSPACE * 5)
        until(lambda: self.one("#count").text == "10,000 divergences.", "all shown again")
        reached = set()
        for _ in range(150):
            active = self.browser.switch_to.active_element
            reached.add(active.get_attribute("id") or active.text[:20])
            active.send_keys(Keys.TAB)
        for stop in "by-verdict", "by-operator", "by-type", "by-level", "Show all", "Copy", "Next", "Last":
            self.assertIn(stop, reached)
        last = next(b for b in self.all("#pages button") if b.text == "Last")
        last.send_keys(Keys.ENTER)
        self.assertEqual(self.one("#pages span").text, "Page 500 of 500")
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("id"), "divergences-title")

    def test_ten_thousand_divergences_stay_fluid(self):
        self.open(10000)
        # The page itself takes the times, which are printed. A document that stays small is what
        # keeps them short, so its size is what is checked.
        seconds = self.browser.execute_script("""
            const took = (f) => { const t = performance.now(); f(); document.body.offsetHeight; return performance.now() - t; };
            const box = document.getElementById("search");
            const type = (text) => took(() => { box.value = text; box.dispatchEvent(new Event("input")); });
            const next = [...document.querySelectorAll("#pages button")].find((b) => b.textContent === "Next");
            const times = [type("g"), type("ga"), type("seed=9"), type(""), took(() => next.click())];
            return times;""")
        print("milliseconds to filter and turn pages:", [round(s, 1) for s in seconds], file=sys.stderr)
        nodes = self.browser.execute_script("return document.getElementsByTagName('*').length")
        self.assertLess(nodes, 20000)
        self.assertEqual(len(self.all("article")), 20)

    def test_has_no_fault_that_axe_finds(self):
        for scheme in "light", "dark":
            for n in 0, 3, "gate":
                self.open(n, scheme)
                self.expect_no_fault_that_axe_finds()

    def test_fits_its_window_in_three_sizes(self):
        shots = os.environ.get("ASSAY_SCREENSHOTS")
        for n in self.pages:
            for scheme in "light", "dark":
                for size in SIZES:
                    self.open(n, scheme, size)
                    self.expect_to_fit(n, scheme, size)
                    if shots:
                        self.browser.save_screenshot(f"{shots}/{n}-{scheme}-{size}.png")
                        self.one("#divergences-title").location_once_scrolled_into_view
                        self.browser.save_screenshot(f"{shots}/{n}-{scheme}-{size}-list.png")

    def test_is_light_on_paper(self):
        self.open(3, "dark")
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        style = "return getComputedStyle(document.documentElement)"
        self.assertEqual(self.browser.execute_script(style + ".backgroundColor"), "rgb(255, 255, 255)")
        self.assertEqual(self.browser.execute_script(style + ".color"), "rgb(0, 0, 0)")
        self.assertFalse(self.one("#filters").is_displayed())
        self.assertFalse(self.one("article .command button").is_displayed())
        self.assertTrue(self.one("#matrix-table td.bad button").is_displayed())
        self.assertTrue(self.one("article .picture").is_displayed())


if __name__ == "__main__":
    unittest.main()
