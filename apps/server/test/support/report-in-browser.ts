import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type Browser, describeInBrowser, openBrowser } from "../../../../test/browser.js";
import { type Report, reportPage } from "../../src/report/report-page.js";

/** Opens the report in a window of the given width. */
type OpenReport = (width: number) => Promise<Page>;

/** Runs the tests that every report must pass, and additional tests for the given report. */
export function describeReport(name: string, make: () => Promise<Report>, tests: (open: OpenReport) => void): void {
  describeInBrowser(name, () => {
    let browser: Browser;
    let folder: string;
    let address: string;
    beforeAll(async () => {
      browser = await openBrowser();
      folder = await mkdtemp(join(tmpdir(), "repute-report-"));
      await writeFile(join(folder, "report.html"), reportPage(await make()));
      address = `file://${folder}/report.html`;
    });
    afterAll(async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    });

    it.each([
      [320, "screen"],
      [768, "screen"],
      [1_000, "screen"],
      [1_280, "screen"],
      [700, "print"],
    ] as const)(
      "fits %i pixels on %s, loads nothing and breaks no policy",
      async (width, media) => {
        const { page, errors, requests, violations } = await browser.open(width);
        await page.emulateMedia({ media });
        await page.goto(address);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        expect([errors, await violations(), requests]).toEqual([[], [], [address]]);
        expect(await page.locator("script").count()).toBe(0);
        await page.close();
      },
      120_000,
    );

    it("saves the rows of a group as a file, without loading anything", async () => {
      const { page, violations } = await browser.open(768);
      await page.goto(address);
      const saved = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download these rows (CSV)" }).first().click();
      const file = await saved;
      expect(file.suggestedFilename()).toMatch(/^[\w-]+\.csv$/);
      expect(await readFile(await file.path(), "utf8")).toMatch(/^\ufeffRow,Patient,Patient ID,/);
      expect(await violations()).toEqual([]);
      await page.close();
    }, 120_000);

    it("splits no short card across printed pages", async () => {
      const { page } = await browser.open(700);
      await page.emulateMedia({ media: "print" });
      await page.goto(address);
      const cards = await page.evaluate(
        `[...document.querySelectorAll(".chart, .counts div, .short")].map((one) => getComputedStyle(one).breakInside)`,
      );
      expect(new Set(cards as string[])).toEqual(new Set(["avoid"]));
      await page.close();
    });

    tests(async (width) => {
      const { page } = await browser.open(width);
      await page.goto(address);
      return page;
    });
  });
}
