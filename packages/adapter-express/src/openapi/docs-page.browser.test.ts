import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import express from "express";
import type { Page } from "playwright-core";
import type { Browser } from "../../../../test/browser.js";
import { describeInBrowser, openBrowser } from "../../../../test/browser.js";
import type { Practice } from "../../test/practice.js";
import { practice } from "../../test/practice.js";
import { closeServers, portOf } from "../../test/raw-connection.js";
import { createApp, openApiDocument } from "../app.js";
import { createRouter } from "../create-router.js";
import { interfaceTables } from "../versions.js";
import { documentOf } from "./open-api-document.js";

let acme: Practice;
let browser: Browser;
let origin: string;

/**
 * Serves the whole app at the root and a router in a host's app. All tests share them, so the browser compiles the
 * scripts once.
 */
beforeAll(async () => {
  browser = await openBrowser();
  acme = await practice();
  const host = express();
  host.use("/deep/data", createRouter(acme.domain, acme.options));
  host.use(createApp(acme.domain, acme.options));
  origin = `http://127.0.0.1:${await portOf(host)}`;
});
afterAll(async () => {
  await browser?.close();
  await closeServers();
});

async function authorize(page: Page): Promise<void> {
  await page.locator(".btn.authorize").click();
  const scheme = page.locator(".auth-container", { hasText: "apiToken" });
  await scheme.locator("input").fill(acme.tokens["api-token"]);
  await scheme.locator("button.authorize").click();
  await page.locator(".btn-done").first().click();
}

/** Opens an operation and executes it. Returns its element when the response is shown. */
async function execute(page: Page, id: string) {
  const box = page.locator(`#operations-${id}`);
  await box.locator(".opblock-summary-control").click();
  await box.locator(".try-out__btn").click();
  await box.locator(".execute").click();
  await box.locator(".live-responses-table .response").waitFor();
  return box;
}

const statusIn = (box: ReturnType<Page["locator"]>) =>
  box.locator(".live-responses-table .response-col_status").last().innerText();
const widthOf = (page: Page) => page.evaluate("document.documentElement.scrollWidth");

describeInBrowser("the API reference page in a browser", () => {
  it.each([
    { path: "/docs", base: "", width: 1280 },
    { path: "/docs/", base: "", width: 390 },
    { path: "/deep/data/docs", base: "/deep/data", width: 390 },
    { path: "/deep/data/docs/", base: "/deep/data", width: 1280 },
  ])("lists locations with a pasted token at $path, $width pixels wide", async ({ path, base, width }) => {
    const { page, errors, requests, violations } = await browser.open(width);
    await page.goto(origin + path);
    await page.locator(".opblock").first().waitFor();
    const { paths } = base === "" ? openApiDocument() : documentOf(interfaceTables);
    expect(await page.locator(".opblock").count()).toBe(Object.values(paths).flatMap(Object.keys).length);
    expect(await widthOf(page)).toBe(width);
    await authorize(page);
    const box = await execute(page, "Catalogs-listLocations");
    expect(await statusIn(box)).toBe("200");
    expect(await box.locator(".live-responses-table").innerText()).toContain('"location_name": "Main Street"');
    expect(await widthOf(page)).toBe(width);
    expect(requests).toContain(`${origin}${base}/v2/locations`);
    expect(requests.filter((url) => !url.startsWith(`${origin}${base}/`) && !url.startsWith("data:"))).toEqual([]);
    expect(errors).toEqual([]);
    expect(await violations()).toEqual([]);
    await page.close();
  });

  it("forgets the token on reload and still works", async () => {
    const { page, errors } = await browser.open(1280);
    await page.goto(`${origin}/docs`);
    await page.locator(".opblock").first().waitFor();
    await authorize(page);
    await page.reload();
    await page.locator(".opblock").first().waitFor();
    expect(errors).toEqual([]);
    expect(await page.evaluate("localStorage.length + sessionStorage.length + document.cookie.length")).toBe(0);
    expect(await statusIn(await execute(page, "Catalogs-listLocations"))).toBe("401");
    await page.close();
  });

  it("shortens a long response with a note", async () => {
    const review = { kind: "review", platform_id: 3, comment: "Kind and quick", create_time: "2026-03-01T17:05:00Z" };
    const reviews = Array.from({ length: 300 }, (_, at) => ({ ...review, id: at + 1_000 }));
    await acme.domain.bundle.load(acme.account, bundleOf(reviews));
    const { page } = await browser.open(390);
    await page.goto(`${origin}/docs`);
    await page.locator(".opblock").first().waitFor();
    await authorize(page);
    const box = await execute(page, "Reviews-listReviews");
    const body = await box.locator(".live-responses-table .highlight-code pre").innerText();
    expect(body).toMatch(/^Showing the first 50000 of \d{6} characters\. Download the response to see all of it\./);
    expect(body.length).toBeLessThan(51_000);
    expect(await widthOf(page)).toBe(390);
    await page.close();
  });

  it("runs only its own scripts and styles", async () => {
    const { page, violations } = await browser.open(1280);
    await page.goto(`${origin}/docs`);
    await page.locator(".opblock").first().waitFor();
    await page.evaluate(`for (const [name, text] of [["script", "window.foreign = true"], ["style", "body { display: none }"]]) {
      document.body.append(Object.assign(document.createElement(name), { textContent: text }));
    }`);
    expect(await page.evaluate("window.foreign")).toBeUndefined();
    expect(await page.locator(".opblock").first().isVisible()).toBe(true);
    expect(await violations()).toEqual([expect.stringContaining("script-src"), expect.stringContaining("style-src")]);
    await page.close();
  });
});
