import { once } from "node:events";
import type { Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createApp, createServer } from "@repute/adapter-express";
import { systemClock } from "@repute/adapter-typeorm";
import { widgetScripts } from "@repute/browser";
import { demoAccount, demoWidget, withDemoWidget } from "@repute/demo";
import type { CalendarDate } from "@repute/domain";
import { createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import type { Browser } from "../../../test/browser.js";
import { describeInBrowser, openBrowser } from "../../../test/browser.js";
import { readConfig } from "../src/config.js";
import { listen } from "../src/listen.js";
import { hostAndPort } from "../src/settings/address.js";

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
});
