import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createApp, createServer } from "@repute/adapter-express";
import { systemClock } from "@repute/adapter-typeorm";
import { trackingScript } from "@repute/browser";
import { demoAccount, type DemoFormOptions, withDemoForm } from "@repute/demo";
import { type CalendarDate, createDomain, type Domain, unavailable } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import type { Page } from "playwright-core";
import { type Browser, describeInBrowser, openBrowser } from "../../../test/browser.js";
import { listen } from "../src/listener.js";
import { hostAndPort } from "../src/settings/address.js";
import { readConfig } from "../src/settings/config.js";
import { items } from "./support/http.js";

const plan = {
  seed: 1,
  day: "2026-03-01" as CalendarDate,
  reviews: 1,
  invites: 1,
  npsSurveys: 1,
  responses: 1,
  calls: 1,
  submissions: 0,
};

let domain: Domain;
let options: DemoFormOptions;
let server: Server;
let baseUrl: string;
let token: string;
let reports: unknown[];

beforeEach(async () => {
  domain = createDomain(memoryPorts({ clock: systemClock }));
  const account = await demoAccount(domain, plan);
  const forms = await domain.access.createToken(account, { kind: "web-forms", name: "forms" });
  ({ token } = await domain.access.createToken(account, { kind: "api-token", name: "reads" }));
  reports = [];
  const report = (error: unknown) => void reports.push(error);
  const by = await domain.access.authenticate("submissions", forms.token);
  options = { by, baseUrl: "https://demo.example", report };
  await serve(domain);
});
afterEach(stop);

async function serve(served: Domain): Promise<void> {
  const app = createApp(served, { report: options.report, trackingScript: trackingScript() });
  server = createServer(withDemoForm(app, served, options));
  baseUrl = `http://${hostAndPort(await listen(server, readConfig({ PORT: "0" })))}`;
}

async function stop(): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

const submissions = async () =>
  (await items(baseUrl, "/v2/conversions", token)).filter(({ type }) => type === "Online");

async function send(fields: Record<string, string>) {
  const response = await fetch(`${baseUrl}/demo/form`, { method: "POST", body: new URLSearchParams(fields) });
  return { status: response.status, url: response.url, text: await response.text() };
}
const good = { patient_name: "Cal Reed", phone_number: "(801) 555-0142" };

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Returns the violations that axe finds. */
async function faults(page: Page) {
  await page.evaluate(axe);
  return page.evaluate("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length]))");
}

describeInBrowser("the demo's form in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it("creates a conversion for the campaign of the visitor's link, even after a visit to another page", async () => {
    const { page, errors, requests, violations } = await browser.open(800);
    await page.goto(`${baseUrl}/demo/form?scct=demo-2`);
    await page.waitForFunction("window.getSCCT && window.getSCCT() === 'demo-2'");
    await page.goto(`${baseUrl}/demo/form`);
    await page.waitForFunction("document.querySelector('[name=scct]').value === 'demo-2'");
    await page.getByLabel("Your name").fill("Cal Reed");
    await page.getByLabel("Phone").fill("(801) 555-0142");
    await page.getByLabel("Preferred day").fill("12/1/2099");
    await page.getByRole("button").click();
    await page.waitForURL("**/demo/form/sent?*");
    const conversion = await page.locator("#conversion").innerText();
    expect(await submissions()).toEqual([
      expect.objectContaining({ conversion_id: conversion, campaign: "Social Ads", from_number: "+18015550142" }),
    ]);
    expect(await page.locator("#campaign").innerText()).toBe("Social Ads");
    expect(await page.locator("pre").innerText()).toContain('"https://demo.example/v2/conversions?limit=3"');
    expect(requests.filter((url) => !url.startsWith(`${baseUrl}/`) && !url.startsWith("data:"))).toEqual([]);
    await page.getByRole("link", { name: "See the conversion as the API returns it" }).click();
    expect(JSON.parse(await page.locator("pre").innerText())).toMatchObject({
      conversion_id: conversion,
      campaign: "Social Ads",
    });
    expect([errors, await violations()]).toEqual([[], []]);
    await page.close();
  });

  it("focuses a summary of the problems, whose links lead to the fields", async () => {
    const { page, errors, violations } = await browser.open(360);
    await page.goto(`${baseUrl}/demo/form`);
    await page.getByLabel("Phone").fill("12");
    await page.getByRole("button").press("Enter");
    await page.getByRole("alert").waitFor();
    expect(await page.title()).toMatch(/^Error: Request an appointment - /);
    expect(await page.evaluate("document.activeElement.className")).toBe("summary");
    const links = await page.getByRole("alert").getByRole("link").allInnerTexts();
    expect(links).toEqual(["Enter your name", "Enter a phone number with its area code, such as (801) 555-0142"]);
    await page.getByRole("alert").getByRole("link").last().press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("phone_number");
    const described = await page.getByLabel("Phone").getAttribute("aria-describedby");
    expect(described).toBe("phone_number-hint phone_number-error");
    expect(errors.filter((line) => !line.includes("status of 400"))).toEqual([]);
    expect(await violations()).toEqual([]);
    await page.close();
  });

  it.each(["light", "dark"] as const)(
    "has no axe violations in %s mode, with or without problems",
    async (colorScheme) => {
      const { page } = await browser.open(360);
      await page.emulateMedia({ colorScheme });
      await page.goto(`${baseUrl}/demo/form`);
      expect(await faults(page)).toEqual([]);
      await page.getByRole("button").click();
      await page.getByRole("alert").waitFor();
      expect(await faults(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
      await page.close();
    },
  );
});

describe("the demo's form", () => {
  it("copies the parameter of the link into the form without scripts", async () => {
    const hidden = async (query: string) => {
      const text = await (await fetch(`${baseUrl}/demo/form${query}`)).text();
      return /<input type="hidden" name="scct" value="([^"]*)">/.exec(text)?.[1];
    };
    expect(await hidden("?a=1&scct=demo-2")).toBe("demo-2");
    for (const query of ["", "?scct=", "?scct=%22%3E%3Cscript%3E"]) expect(await hidden(query)).toBe("");
  });

  it("loads scripts only from its own server, and contains no credential", async () => {
    const response = await fetch(`${baseUrl}/demo/form`);
    const policy = response.headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none';style-src 'sha256-[^']+';.*;script-src 'self';form-action 'self'$/);
    const text = await response.text();
    expect(text.match(/<script[^>]*>[^<]*/g)).toEqual(['<script src="../tracking/scct.js" async>']);
    expect(text).not.toMatch(/rp[akf]_/);
  });

  it("creates a conversion without a campaign for a visitor without a tracked link", async () => {
    const { status, url, text } = await send({ ...good, email: "", scct: "" });
    expect([status, text]).toEqual([200, expect.stringContaining("Thank you")]);
    expect(text).toContain("No campaign got credit for it");
    expect(await submissions()).toMatchObject([
      { conversion_id: new URL(url).searchParams.get("conversion"), campaign: null },
    ]);
  });

  it("shows an error for each invalid field, and keeps the input, escaped", async () => {
    const filled = {
      patient_name: " ",
      phone_number: `"><b>'&`,
      email: "cal@",
      scheduled_appointment_date: "2026-02-30",
      scct: "demo-2",
    };
    const { status, text } = await send(filled);
    expect(status).toBe(400);
    expect([...text.matchAll(/id="(\w+)-error"/g)].map(([, name]) => name)).toEqual(Object.keys(filled).slice(0, 4));
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;&#39;&amp;"');
    expect(text).toContain('name="scct" value="demo-2"');
    expect(text).not.toContain("<b>");
    expect(await submissions()).toEqual([]);
  });

  it.each(["2/30/2099", "12/", "1/1/2020", "2020-01-01"])("rejects the preferred day %j", async (day) => {
    const { status, text } = await send({ ...good, scheduled_appointment_date: day });
    expect([status, text]).toEqual([400, expect.stringContaining('id="scheduled_appointment_date-error"')]);
    const [, example] = /such as ([\d/]+)\./.exec(text) ?? [];
    expect(text).toContain(`Enter today or a later day such as ${example}, or leave this field empty`);
    expect(await submissions()).toEqual([]);
  });

  it("shows the problems that only the API finds", async () => {
    const { status, text } = await send({ ...good, patient_name: "a".repeat(5_000) });
    expect([status, text]).toEqual([400, expect.stringContaining('id="patient_name-error"')]);
  });

  it("shows a conversion only to the visitor who created it", async () => {
    const { url } = await send(good);
    const conversion = url.replace("/sent?", "/conversion?");
    expect((await fetch(conversion)).headers.get("content-type")).toMatch("application/json");
    for (const page of [url, conversion]) {
      for (const wrong of [page.replace("sub-", "sub-1"), page.slice(0, -1), page.replace(/signature=.*/, "")]) {
        expect((await fetch(wrong)).status).toBe(404);
      }
    }
  });

  it.each<[number, string, RequestInit]>([
    [415, "/demo/form", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }],
    [413, "/demo/form", { method: "POST", body: new URLSearchParams({ email: "a".repeat(17_000) }) }],
    [405, "/demo/form", { method: "DELETE" }],
    [405, "/demo/form/sent", { method: "POST" }],
    [404, "/demo/form/sent?conversion=<b>", {}],
    [404, "/demo/forms", {}],
  ])("returns %i for an invalid request for %s", async (status, path, request) => {
    expect((await fetch(baseUrl + path, request)).status).toBe(status);
    expect(reports).toEqual([]);
  });

  it.each([
    [503, unavailable("database_busy", "the database is busy: Cal Reed")],
    [500, new Error("Cal Reed")],
  ])("returns %i for a failure, and reports the error without showing it", async (status, failure) => {
    await stop();
    await serve({ ...domain, submissions: { ...domain.submissions, one: () => Promise.reject(failure) } });
    const answer = await send(good);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain("Cal Reed");
    expect(reports).toEqual([failure]);
  });
});
