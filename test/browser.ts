import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "@jest/globals";
import { chromium, type Page } from "playwright-core";

const installed = "/usr/bin/chromium";

/** Path of Chromium, or undefined if it is not installed. */
const chromiumPath = process.env["CHROMIUM_PATH"] || (existsSync(installed) ? installed : undefined);

/** Defines tests that need a browser. Without a browser, skips them and prints how to install one. */
export function describeInBrowser(title: string, tests: () => void): void {
  if (chromiumPath !== undefined) return describe(title, tests);
  const advice = "install chromium (apt-get install chromium), or set CHROMIUM_PATH";
  process.stderr.write(`${title} is skipped: ${advice}\n`);
  describe.skip(title, tests);
}

const quiet = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  // One process for all pages: most of a short test would be the start of its processes.
  ...["--disable-site-isolation-trials", "--process-per-site", "--renderer-process-limit=1"],
];

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

/**
 * Starts a browser with a new profile.
 * Pages record their errors, requests and policy violations.
 * `preferences` are settings as in chrome://settings.
 */
export async function openBrowser(preferences: object = {}) {
  const profile = await mkdtemp(join(tmpdir(), "repute-browser-"));
  await mkdir(join(profile, "Default"));
  await writeFile(join(profile, "Default/Preferences"), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    headless: true,
    args: quiet,
  });
  context.setDefaultTimeout(60_000);
  await context.addInitScript({
    content: `window.violations = [];
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        window.violations.push(violatedDirective + " " + blockedURI));`,
  });
  return {
    async open(width: number) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 844 });
      return { page, ...recordOf(page) };
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

function recordOf(page: Page) {
  const errors: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
  page.on("pageerror", (error) => void errors.push(error.message));
  page.on("request", (request) => void requests.push(request.url()));
  return { errors, requests, violations: () => page.evaluate("window.violations") };
}
