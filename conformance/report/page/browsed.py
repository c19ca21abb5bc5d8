"""What tests of pages in a real browser share."""
import pathlib
import tempfile
import time
import unittest

from axe_selenium_python import Axe
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

SIZES = {"phone": (420, 900), "laptop": (1280, 800), "wall": (2200, 1300)}
# How many seconds a test waits at most for the page to show what it expects.
PATIENCE = 60


def until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"never: {what}")
        time.sleep(0.02)


class Browsed(unittest.TestCase):
    """Opens pages in a browser; setUpClass() of a subclass makes them."""
    pages = {}

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.make_pages(pathlib.Path(cls.scratch.name))
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for word in "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage":
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))

    @classmethod
    def make_pages(cls, folder):
        """Writes pages, and their addresses into cls.pages."""

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.scratch.cleanup()

    def open(self, page, scheme="light", size="laptop"):
        self.browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"media": "", "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.browser.set_window_size(*SIZES[size])
        self.browser.get(self.pages[page])

    def one(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def expect_no_fault_that_axe_finds(self):
        axe = Axe(self.browser)
        axe.inject()
        found = axe.run()
        self.assertEqual(found["violations"], [], axe.report(found["violations"]))
        self.assertGreater(len(found["passes"]), 20)

    def expect_to_fit(self, page, scheme, size):
        wide = self.browser.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wide, 0, (page, scheme, size))
        background = self.browser.execute_script("return getComputedStyle(document.documentElement).backgroundColor")
        self.assertEqual(background, "rgb(255, 255, 255)" if scheme == "light" else "rgb(20, 23, 27)")

    def expect_no_error_and_no_other_request(self, page):
        self.browser.get_log("browser")
        self.browser.get_log("performance")
        self.open(page)
        self.assertEqual(self.browser.get_log("browser"), [])
        requests = [e["message"] for e in self.browser.get_log("performance")
                    if '"Network.requestWillBeSent"' in e["message"]]
        self.assertTrue(all(self.pages[page] in r or '"url":"data:' in r for r in requests), requests)
        self.assertEqual(len([r for r in requests if self.pages[page] in r]), 1)
