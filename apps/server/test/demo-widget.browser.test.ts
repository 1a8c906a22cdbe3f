import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createApp, createServer } from "@repute/adapter-express";
import { systemClock } from "@repute/adapter-typeorm";
import { widgetScripts } from "@repute/browser";
import { demoAccount, demoWidget, withDemoWidget } from "@repute/demo";
import { type CalendarDate, createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { type Browser, describeInBrowser, openBrowser } from "../../../test/browser.js";
import { listen } from "../src/listener.js";
import { hostAndPort } from "../src/settings/address.js";
import { readConfig } from "../src/settings/config.js";

const none = { invites: 0, npsSurveys: 0, responses: 0, calls: 0, submissions: 0 };
const plan = { seed: 1, day: "2026-03-01" as CalendarDate, reviews: 200, ...none };

let server: Server;
let baseUrl: string;
beforeEach(async () => {
  const domain = createDomain(memoryPorts({ clock: systemClock }));
  const account = await demoAccount(domain, plan);
  const app = createApp(domain, { report: () => {}, widgetScripts: widgetScripts() });
  server = createServer(withDemoWidget(app, await demoWidget(domain, account)));
  baseUrl = `http://${hostAndPort(await listen(server, readConfig({ PORT: "0" })))}`;
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
});

describe("the demo's page with the widget", () => {
  it("accepts only GET and HEAD", async () => {
    expect((await fetch(`${baseUrl}/demo/widget`, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(`${baseUrl}/demo/widget`, { method: "POST" })).status).toBe(405);
    expect((await fetch(`${baseUrl}/demo/widgets`)).status).toBe(404);
  });
});

describeInBrowser("the demo's page with the widget in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it.each([320, 768, 1_280])("shows six reviews per theme without overflow at %d pixels", async (width) => {
    const { page, errors, violations } = await browser.open(width);
    await page.goto(`${baseUrl}/demo/widget`);
    await page.locator("repute-reviews[data-state=ready]").nth(2).waitFor();
    expect(await page.locator("repute-reviews").first().locator("li").count()).toBe(6);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    const folder = process.env["SCREENSHOTS"];
    if (folder) await page.screenshot({ path: `${folder}/widget-${width}.png`, fullPage: true });
    expect([errors, await violations()]).toEqual([[], []]);
    await page.close();
  });

  it.each([
    [360, "dark"],
    [1_440, "light"],
  ] as const)("configures the widget with a preview and code at %d pixels in %s mode", async (width, colorScheme) => {
    const { page, errors, violations } = await browser.open(width);
    await page.emulateMedia({ colorScheme });
    await page.goto(`${baseUrl}/demo/widget`);
    await page.getByRole("link", { name: "Choose another layout or other colors" }).click();
    await page.locator("repute-reviews[data-state=ready]").waitFor();
    await page.getByLabel("Layout").selectOption("summary");
    await page.getByText("Colors", { exact: true }).click();
    await page.getByRole("textbox", { name: "Stars" }).fill("#1d4ed8");
    await page.locator("repute-reviews dl").waitFor();
    const code = (name: string) => page.locator(`[data-snippet=${name}] code`);
    for (const name of ["HTML", "WordPress"]) {
      await code(name).getByText('layout="summary"').waitFor();
      await code(name).getByText("--repute-star: #1d4ed8").waitFor();
    }
    expect(await code("HTML").innerText()).toContain(`<script src="${baseUrl}/embed/reviews.js" async></script>`);
    expect(await code("React").innerText()).toContain('layout={"summary"}');
    await page.getByRole("button", { name: "Copy the code for HTML" }).click();
    await page.getByText(/^(?:Copied\.|The code is selected\.)/).waitFor();
    await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
    const faults = "axe.run().then(({ violations }) => violations.map(({ id }) => id))";
    expect(await page.evaluate(faults)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect([errors, await violations()]).toEqual([[], []]);
    await page.close();
  });

  it("keeps a hostile widget id harmless in the configurator", async () => {
    const { page, errors, violations } = await browser.open(768);
    const id = encodeURIComponent(`"><img src=x onerror="window.hacked=1">`);
    await page.goto(`${baseUrl}/embed/configure?widget=${id}`);
    await page.locator("repute-reviews[data-state=empty]").waitFor();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await page.locator("[data-snippet=HTML] code").innerText()).toContain("&quot;&gt;&lt;img src=x");
    expect(errors.filter((line) => !/404|repute-reviews: No widget/.test(line))).toEqual([]);
    expect(await violations()).toEqual([]);
    await page.close();
  });
});
