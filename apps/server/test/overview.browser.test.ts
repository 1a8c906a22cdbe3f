// cspell:disable
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { createApp, createServer } from "@repute/adapter-express";
import { systemClock } from "@repute/adapter-typeorm";
import { pageFiles } from "@repute/browser";
import { demoAccount, withDemoOverview } from "@repute/demo";
import { type AccountId, type CalendarDate, createDomain, type Domain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { bundleOf } from "@repute/domain/testing";
import type { Page } from "playwright-core";
import { type Browser, describeInBrowser, openBrowser } from "../../../test/browser.js";
import { listen } from "../src/listener.js";
import { hostAndPort } from "../src/settings/address.js";
import { readConfig } from "../src/settings/config.js";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Name with markup, and a right-to-left name. */
const names = ["<img src=x onerror=alert(1)>", "مركز الأسنان"];
const months = { first: "2026-01", last: "2026-03" };

describeInBrowser("the overview page", () => {
  let browser: Browser;
  let server: Server;
  let base: string;
  let domain: Domain;
  let account: AccountId;
  let token: Awaited<ReturnType<Domain["access"]["createToken"]>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    domain = createDomain(memoryPorts({ clock: systemClock }));
    const plan = { invites: 200, npsSurveys: 100, responses: 0, calls: 80, submissions: 40 };
    account = await demoAccount(domain, { seed: 1, day: "2026-03-31" as CalendarDate, reviews: 300, ...plan });
    token = await domain.access.createToken(account, { kind: "api-token", name: "page" });
    const app = createApp(domain, { report: () => {}, pageFiles: pageFiles() });
    server = createServer(withDemoOverview(app, token.token));
    base = `http://${hostAndPort(await listen(server, readConfig({ PORT: "0" })))}`;
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });

  async function show(page: Page, text = token.token): Promise<void> {
    await page.goto(`${base}/overview`);
    await page.locator("#first").fill(months.first);
    await page.locator("#last").fill(months.last);
    await page.locator("#token").fill(text);
    await page.locator("form button").click();
  }
  const section = (page: Page, title: string) =>
    page.locator("section", { has: page.locator(`h2:text-is("${title}")`) });
  const violationsOf = async (page: Page) => {
    await page.evaluate(axe);
    return page.evaluate(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`);
  };

  it("shows the figures of the API, links to their rows, and loads nothing from other hosts", async () => {
    const { page, errors, requests, violations } = await browser.open(1_440);
    await show(page);
    const query = { start_date: "2026-01-01", end_date: "2026-03-31" };
    const { overview } = await domain.overview.read(account, query);
    const [, february] = overview.months;
    const row = section(page, "Reviews by month").locator("tbody tr", { hasText: "February 2026" });
    expect(await row.locator("td").allInnerTexts()).toEqual([
      ...[String(february?.reviews.total), String(february?.reviews.rated), february?.reviews.average?.toFixed(2)],
    ]);
    await row.locator("a").click();
    const dialog = page.locator("dialog");
    await dialog.locator("tbody tr").first().waitFor();
    expect(await dialog.locator("tbody tr").count()).toBe(Math.min(50, february?.reviews.total ?? 0));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    const conversions = section(page, "Conversions by channel")
      .locator("tbody tr", { has: page.locator("a") })
      .first();
    const [count] = await conversions.locator("td").allInnerTexts();
    await conversions.locator("a").click();
    await dialog.locator("tbody tr").first().waitFor();
    expect(await dialog.locator("tbody tr").count()).toBe(Math.min(50, Number(count)));
    expect(requests.filter((url) => !url.startsWith(base) && !url.startsWith("data:"))).toEqual([]);
    expect([errors, await violations()]).toEqual([[], []]);
    await page.close();
  });

  it("has no axe violations and no overflow, in light, dark and print", async () => {
    const { page } = await browser.open(1_440);
    await show(page);
    await page.locator("section").first().waitFor();
    for (const [media, colorScheme, width] of [
      ["screen", "light", 1_440],
      ["screen", "dark", 360],
      ["screen", "light", 360],
      ["print", "dark", 800],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ media, colorScheme });
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
    await page.close();
  });

  it("inserts names as text, and folds all but the ten largest of 400 locations", async () => {
    const lines = Array.from({ length: 400 }, (_, index) => ({
      location: {
        kind: "location",
        id: 1_000 + index,
        location_name: names[index] ?? `Place ${index}`,
        external_location_ids: [],
      },
      reviews: Array.from({ length: index < 2 ? 200 : 1 }, (__, number) => ({
        ...{ kind: "review", id: 90_000 + index * 200 + number, platform_id: 3, location_id: 1_000 + index, rating: 5 },
        create_time: "2026-02-10T12:00:00Z",
      })),
    }));
    const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
    await domain.bundle.load(
      account,
      bundleOf([platform, ...lines.flatMap(({ location, reviews }) => [location, ...reviews])], 500),
    );
    const { page, errors } = await browser.open(360);
    await show(page);
    const table = section(page, "Reviews by location").locator("table.figures");
    await table.first().waitFor();
    for (const name of names) expect(await table.first().getByText(name, { exact: true }).count()).toBe(1);
    expect(await table.first().locator("tbody tr").count()).toBe(10);
    await page.locator("summary", { hasText: "other locations" }).click();
    expect(await table.nth(1).locator("tbody tr").count()).toBeGreaterThan(380);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    expect(errors).toEqual([]);
    await page.close();
  });

  it("keeps the token for the tab only, and asks for another one after it is revoked", async () => {
    const { page } = await browser.open(1_440);
    await show(page);
    await page.locator("section").first().waitFor();
    expect(await page.evaluate("JSON.stringify([{ ...localStorage }, document.cookie])")).toBe('[{},""]');
    await page.reload();
    await page.locator("section").first().waitFor();
    await domain.access.changeToken(token.credential.id, "revoke");
    await section(page, "Reviews by rating").locator("a").first().click();
    await page.getByText("The token is not valid").waitFor();
    expect(await page.locator("section").count()).toBe(0);
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(await page.evaluate("document.activeElement.id")).toBe("token");
    await page.close();
  });

  it("says that an account has no data, and describes errors of a token or a range", async () => {
    const empty = (await domain.accounts.create({ key: "empty", name: "Empty" })).id;
    const { page } = await browser.open(768);
    await show(page, (await domain.access.createToken(empty, { kind: "api-token", name: "page" })).token);
    await page.getByText("The account has no data in these months").waitFor();
    await show(page, (await domain.access.createToken(account, { kind: "account-key", name: "page" })).token);
    await page.getByText("The token is not valid").waitFor();
    await page.locator("#token").fill(token.token);
    await page.locator("#first").fill("2020-01");
    await page.locator("form button").click();
    await page.getByText(/at most 36 months/i).waitFor();
    await page.close();
  });

  it("opens from the demo without typing a token", async () => {
    const { page, errors } = await browser.open(1_440);
    await page.goto(`${base}/demo/overview`);
    await page.waitForURL(`${base}/overview`);
    await page.locator("section").first().waitFor();
    expect(errors).toEqual([]);
    await page.close();
  });
});
