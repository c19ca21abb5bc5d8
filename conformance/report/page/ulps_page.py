"""The page of `assay ulps --html` in a real browser; page_test.py runs these tests."""
import os

from browsed import SIZES, Browsed
from run_folders import assay, make_ulps
from selenium.webdriver.common.by import By


class UlpsPage(Browsed):
    """The page of `assay ulps --html`: of one result, and of two, of which one has errors beyond their limits."""

    @classmethod
    def make_pages(cls, folder):
        results = make_ulps(folder)
        for name, folders, code in ("one", results[:1], 0), ("two", results, 1):
            assay("ulps", *folders, "--html", folder / f"{name}.html", code=code)
            cls.pages = {**cls.pages, name: (folder / f"{name}.html").as_uri()}

    def charts(self):
        """What each picture shows: its rows, the limits, the bars of each driver and their colours."""
        return self.browser.execute_script("""
            return [...document.querySelectorAll("canvas")].map((c) => {
              const data = Chart.getChart(c).data;
              return { rows: data.labels, sets: data.datasets.map((d) => [d.label, d.data, d.backgroundColor ?? null]) };
            });""")

    def test_renders_without_an_error_or_a_request(self):
        for name in self.pages:
            self.expect_no_error_and_no_other_request(name)

    def test_says_what_is_beyond_its_limit(self):
        self.open("one")
        self.assertEqual(self.one("h1").text, "None of 8 largest errors is beyond its limit.")
        self.assertEqual(self.one("h1").get_attribute("class"), "good")
        self.open("two")
        self.assertEqual(self.one("h1").text, "Driver 1: None of 8 largest errors is beyond its limit. "
                                              "Driver 2: 1 of 8 largest errors is beyond its limit.")
        self.assertEqual(self.one("h1").get_attribute("class"), "bad")
        self.assertEqual([e.text for e in self.all("#types td .bad")], ["inf"])
        self.assertIn("Not supported by driver 1: the device lacks cl_khr_fp16.", self.one("#types").text)

    def test_draws_each_error_beside_its_limit(self):
        self.open("two")
        charts = self.charts()
        self.assertEqual([h.text for h in self.all("#types h3")], ["FLOAT32", "FLOAT16", "half"])
        self.assertEqual(len(charts), 2)
        for chart, limits in zip(charts, ([3, 3, 16, 16], [0.5 + 3 / 8192] * 2 + [0.5 + 16 / 8192] * 2)):
            self.assertEqual(chart["rows"], ["exp", "exp ×4", "pow", "pow ×4"])
            limit, first, second = chart["sets"]
            self.assertEqual(limit[:2], ["limit", limits])
            self.assertEqual([first[0], second[0]], ["Driver 1", "Driver 2"])
            self.assertTrue(all(0 <= e <= most for e, most in zip(first[1], limits)), first)
        # The second driver's exp of a vector is infinitely wrong: its bar ends at the edge, in another colour.
        bars = charts[0]["sets"][2]
        self.assertAlmostEqual(bars[1][1], 1.1 * 16)
        self.assertNotIn(bars[2][1], bars[2][:1] + bars[2][2:])

    def test_draws_limits_in_the_colour_of_text(self):
        for scheme, text in ("light", "#1b1f24"), ("dark", "#e6e9ed"):
            self.open("one", scheme)
            self.assertEqual(self.browser.execute_script(
                "return Chart.getChart(document.querySelector('canvas')).getDatasetMeta(0).data[0].options.borderColor"), text)

    def test_tells_the_argument_of_each_error(self):
        self.open("two")
        rows = [[td.text for td in tr.find_elements(By.TAG_NAME, "td")] for tr in self.all("#types tbody tr")]
        self.assertEqual(len(rows), 16)
        self.assertEqual(rows[3][:7], ["exp ×4", "2", "3", "inf", "0.5", "nan", "1.64872127"])
        self.assertEqual(rows[3][7], "7 of 1,000 beyond")
        for row in rows:
            self.assertEqual(len(row[4].split(", ")), 2 if row[0].startswith("pow") else 1, row)

    def test_has_no_fault_that_axe_finds_and_fits_its_window(self):
        shots = os.environ.get("ASSAY_SCREENSHOTS")
        for name in self.pages:
            for scheme in "light", "dark":
                for size in SIZES:
                    self.open(name, scheme, size)
                    self.expect_to_fit(name, scheme, size)
                    if shots:
                        self.browser.save_screenshot(f"{shots}/ulps-{name}-{scheme}-{size}.png")
                self.expect_no_fault_that_axe_finds()
