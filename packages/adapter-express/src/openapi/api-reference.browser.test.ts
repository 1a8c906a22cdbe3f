import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import express from "express";
import type { Page } from "playwright-core";
import { type Browser, describeInBrowser, openBrowser } from "../../../../test/browser.js";
import { type Practice, practice } from "../../test/practice.js";
import { closeServers, portOf } from "../../test/raw-connection.js";
import { createApp, createRouter } from "../server.js";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const run = promisify(execFile);

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

const locations = "v2/tag/catalogs/GET/v2/locations";

/** Opens the page at an operation and waits until the operation is shown. */
async function open(page: Page, path: string, operation = locations): Promise<void> {
  // The renderer reads the fragment only when the page is loaded.
  await page.goto("about:blank");
  await page.goto(`${origin}${path}#${operation}`);
  await shown(page, operation);
}

const shown = (page: Page, operation = locations) =>
  page.locator(`[id="${operation}"] .show-api-client-button`).waitFor();

/** Enters a token and waits until the code sample of the operation contains it. */
async function enter(page: Page, token: string, operation = locations): Promise<void> {
  await page.locator("#token").fill(token);
  await page.locator(`[id="${operation}"] pre`, { hasText: token }).first().waitFor();
}

/** Sends the request of the operation and returns the shown response. */
async function tryIt(page: Page, operation = locations) {
  await page.locator(`[id="${operation}"] .show-api-client-button`).click();
  await page.locator("[data-addressbar-action=send]:visible, button:has-text('Send'):visible").first().click();
  const response = page.locator("section[aria-label^=Response]");
  await response.locator(".cm-content").waitFor();
  return response;
}

/** Script that returns the content of the clipboard as soon as there is any. */
const copied = `(async () => {
  for (;;) {
    const text = await navigator.clipboard.readText();
    if (text) return text;
    await new Promise(requestAnimationFrame);
  }
})()`;

const widthOf = (page: Page) => page.evaluate("document.documentElement.scrollWidth");

/** Returns the serious and critical violations that axe finds when all transitions have ended. */
async function seriousViolations(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => {})))`);
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))]))`);
}

describeInBrowser("the API reference page in a browser", () => {
  it.each([
    { path: "/docs", base: "", width: 360 },
    { path: "/deep/data/docs/", base: "/deep/data", width: 1440 },
  ])("lists locations with a pasted token at $path, $width pixels wide", async ({ path, base, width }) => {
    const { page, errors, requests, violations } = await browser.open(width);
    await open(page, path);
    await enter(page, acme.tokens["api-token"]);
    const response = await tryIt(page);
    expect(await response.innerText()).toContain("200 OK");
    expect(await response.locator(".cm-content").innerText()).toContain('"location_name": "Main Street"');
    expect(await widthOf(page)).toBe(width);
    expect(requests).toContain(`${origin}${base}/v2/locations`);
    expect(requests.filter((url) => !url.startsWith(`${origin}${base}/`) && !/^(?:data|blob):/.test(url))).toEqual([]);
    expect(errors).toEqual([]);
    expect(await violations()).toEqual([]);
    await page.close();
  });

  // The renderer needs seconds to show an operation, so one page is checked in both schemes.
  it.each([
    { operation: "v2/tag/reviews/GET/v2/reviews", light: 360, dark: 1440 },
    { operation: "v1/tag/users/POST/v1/users", light: 1440, dark: 768 },
    { operation: "v1/tag/users/GET/v1/users", light: 768, dark: 360, token: "account-key" },
  ] as const)("has no serious axe violations at $operation", async ({ operation, token, ...widths }) => {
    const { page } = await browser.open(widths.light);
    await open(page, "/docs", operation);
    if (token) {
      await enter(page, acme.tokens[token], operation);
      await tryIt(page, operation);
    }
    for (const scheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width: widths[scheme], height: 844 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator(`body.${scheme}-mode`).waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      expect(await widthOf(page)).toBe(widths[scheme]);
    }
    await page.close();
  });

  it("recognizes each kind of token, also in a header", async () => {
    const { page } = await browser.open(1440);
    await open(page, "/docs");
    const curl = page.locator(`[id="${locations}"] pre`).first();
    const meaning = page.locator("#token-kind");
    expect(await curl.innerText()).toContain('-H "api-token: YOUR_API_TOKEN"');
    await enter(page, acme.tokens["api-token"]);
    expect(await meaning.innerText()).toBe("API token: reads v2 and uploads submissions.");
    await page.locator("#token").fill(`api-token: ${acme.tokens["account-key"]}`);
    expect(await meaning.innerText()).toBe("Account key: reads v1 and manages users.");
    await curl.filter({ hasText: "YOUR_API_TOKEN" }).waitFor();
    await page.locator("#token").fill(acme.tokens["web-forms"]);
    expect(await meaning.innerText()).toBe("Web-forms token: only uploads submissions.");
    await page.locator("#token").fill(acme.tokens.loader);
    expect(await meaning.innerText()).toBe("Loader token: only sends files.");
    await page.locator("#token").fill("Authorization: Bearer eyJ0eXAiOiJ.eyJpc3MiOiJ.c2lnbmF0dXJl");
    expect(await meaning.innerText()).toBe(
      "Access token: its scopes say whether it reads v2, uploads submissions or manages users, until it expires.",
    );
    await curl.filter({ hasText: '-H "Authorization: Bearer eyJ0eXAiOiJ.eyJpc3MiOiJ.c2lnbmF0dXJl"' }).waitFor();
    await page.locator("#token").fill("rpa_short");
    expect(await meaning.innerText()).toBe("This is not a complete token.");
    expect(await page.locator("#token").getAttribute("aria-invalid")).toBe("true");
    await page.close();
  });

  it("shows samples that work when they are pasted", async () => {
    const { page } = await browser.open(1440);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const operation = "v2/tag/surveys/GET/v2/survey-responses";
    await open(page, "/docs", operation);
    await enter(page, acme.tokens["api-token"], operation);
    const sample = async (language: string) => {
      const card = page.locator(`[id="${operation}"] .request-card`);
      await card.locator("[data-testid=client-picker]").click();
      await page.locator("[role=option]", { hasText: language }).click();
      await card.hover();
      await page.evaluate("navigator.clipboard.writeText('')");
      await card.locator(".scalar-code-copy").click();
      return String(await page.evaluate(copied));
    };
    const shell = await run("bash", ["-c", await sample("curl")]);
    const node = await run(process.execPath, ["--input-type=module", "-e", await sample("Node")]);
    const python = await run("python3", ["-c", await sample("Python")]);
    expect(JSON.parse(shell.stdout)).toEqual({ items: expect.any(Array) });
    expect(node.stdout).toBe(`200 ${shell.stdout}\n`);
    expect(python.stdout).toBe(`200 ${shell.stdout}\n`);
    await page.close();
  });

  it("finds an operation by search and shows shared errors once", async () => {
    const { page } = await browser.open(1440);
    await open(page, "/docs");
    expect(await page.locator(`[id="${locations}"]`).innerText()).not.toMatch(/\b(?:401|405|429)\b/);
    await page.locator("button", { hasText: "Search" }).first().click();
    await page.locator("[role=dialog] input").fill("survey responses");
    await page.locator("[role=dialog] [role=option]", { hasText: "List survey responses" }).first().click();
    await page.waitForURL(/GET\/v2\/survey-responses/);
    await page.goto(`${origin}/docs#v2/tag/errors`);
    await page.getByText("too_many_requests").waitFor();
    await page.close();
  });

  it("forgets the token on reload and still works", async () => {
    const { page, errors } = await browser.open(1440);
    await open(page, "/docs");
    await enter(page, acme.tokens["api-token"]);
    await tryIt(page);
    const stored = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])";
    expect(await page.evaluate(stored)).not.toContain(acme.tokens["api-token"]);
    expect(errors).toEqual([]);
    await page.reload();
    await shown(page);
    expect(await (await tryIt(page)).innerText()).toContain("401");
    await page.close();
  });

  it("runs only its own scripts", async () => {
    const { page, violations } = await browser.open(1440);
    await open(page, "/docs");
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("script"), { textContent: "window.foreign = true" }))`,
    );
    expect(await page.evaluate("window.foreign")).toBeUndefined();
    expect(await violations()).toEqual([expect.stringContaining("script-src")]);
    await page.close();
  });
});
