import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll } from "@jest/globals";
import { type Browser, openBrowser } from "../../../test/browser.js";
import { widgetScripts } from "../src/index.js";

const service = "https://data.repute.example";
const page = "https://www.practice.example/";

/** Minimum content security policy for a page with the widget. */
export const strictPolicy = [
  "default-src 'none'",
  `script-src ${service}`,
  `connect-src ${service}`,
  "require-trusted-types-for 'script'",
  "trusted-types repute-reviews",
].join("; ");

export const aReview = (more: object = {}) => ({
  ...{ id: "s4HkQvYw0pX1mJ2rT8uZbA", rating: 4.5, name: "Bo", comment: "Kind and quick" },
  ...{ create_time: "2026-03-01T17:05:00+00:00", platform: "Google", ...more },
});

const distribution = { "1": 20, "2": 14, "3": 100, "4": 300, "5": 800 };

export const aWidget = (more: object = {}) => ({
  ...{ name: "Acme Dental", total: 1_234, rating: 4.7, distribution, reviews: [aReview()], links: [], ...more },
});

export const widgetTag = (attributes = 'widget="AAAAAAAAAAAAAAAAAAAAAA"') =>
  `<repute-reviews ${attributes}></repute-reviews>`;

type Shown = {
  readonly widget?: object;
  readonly status?: number;
  readonly body?: string;
  readonly root?: string;
  readonly width?: number;
  readonly policy?: string;
  /** True if a script of the page contains the widget. */
  readonly merged?: boolean;
  /** Milliseconds before each response. */
  readonly latency?: number;
};

const usual = {
  ...{ widget: aWidget(), status: 200, body: widgetTag(), root: 'lang="en"', width: 800 },
  ...{ policy: strictPolicy, latency: 0, merged: false },
};

export type WidgetSite = Awaited<ReturnType<typeof openWidgetSite>>;

/** Returns a function that opens sites in one browser for all tests of a file. Closes the sites after each test. */
export function siteOpener(): (shown?: Shown) => Promise<WidgetSite> {
  const opened: WidgetSite[] = [];
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(() => Promise.all(opened.splice(0).map(({ page }) => page.close())));
  return async (shown) => {
    const site = await openWidgetSite(browser, shown);
    opened.push(site);
    return site;
  };
}

/** Opens a practice's page with the widget, and serves the script and the data of the widget. */
async function openWidgetSite(browser: Browser, shown: Shown = {}) {
  const { widget, status, body, root, width, policy, latency, merged } = { ...usual, ...shown };
  const tab = await browser.open(width);
  await tab.page.route("**/*", async (route) => {
    if (latency > 0) await setTimeout(latency);
    const url = route.request().url();
    const script = Object.entries(widgetScripts()).find(([name]) => url === `${service}/embed/${name}`);
    if (script) {
      const headers = { "Access-Control-Allow-Origin": "*" };
      return route.fulfill({ contentType: "text/javascript", body: script[1], headers });
    }
    if (url === `${page}merged.js`) {
      return route.fulfill({ contentType: "text/javascript", body: widgetScripts()["reviews.js"] });
    }
    if (!url.startsWith(service)) {
      const html = `<!doctype html><html ${root}><head><meta charset="utf-8"><title>Reviews</title>
        <script src="${merged ? "/merged" : `${service}/embed/reviews`}.js" async></script></head><body><main><h1>Reviews</h1>${body}</main></body></html>`;
      return route.fulfill({
        contentType: "text/html",
        body: html,
        headers: { "Content-Security-Policy": merged ? "" : policy },
      });
    }
    return route.fulfill({
      status,
      contentType: "application/json",
      body: JSON.stringify(widget),
      headers: { "Access-Control-Allow-Origin": new URL(page).origin },
    });
  });
  await tab.page.addInitScript({
    content: `window.told = []; for (const type of ["repute-ready", "repute-error"])
      addEventListener(type, (e) => window.told.push(type));`,
  });
  await tab.page.goto(page);
  while (Number(await tab.page.evaluate("window.told.length")) === 0) await tab.page.waitForTimeout(20);
  const inside = (script: string) =>
    tab.page.evaluate(`((root) => ${script})(document.querySelector("repute-reviews").shadowRoot)`);
  return { ...tab, inside, structured: () => tab.page.evaluate(structured) };
}

const structured = `[...document.querySelectorAll('script[type="application/ld+json"]')].map((one) => JSON.parse(one.textContent))`;
