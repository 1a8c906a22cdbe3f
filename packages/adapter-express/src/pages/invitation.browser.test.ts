import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type Browser, describeInBrowser, openBrowser } from "../../../../test/browser.js";
import { invitedPractice } from "../../test/invited.js";
import { closeServers, portOf } from "../../test/raw-connection.js";
import { createApp } from "../server.js";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const good = "seven quiet herons";

let browser: Browser;
let acme: Awaited<ReturnType<typeof invitedPractice>>;
let url: string;
beforeAll(async () => {
  browser = await openBrowser();
}, 120_000);
afterAll(() => browser?.close(), 120_000);
beforeEach(async () => {
  acme = await invitedPractice();
  url = `http://127.0.0.1:${await portOf(createApp(acme.domain, acme.options))}${acme.path}`;
});
afterEach(closeServers);

const shot = async (page: Page, name: string) => {
  const folder = process.env["SCREENSHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/invitation-${name}.png`, fullPage: true });
};
/** Returns the violations that axe finds with all of its rules. */
const faults = async (page: Page) => {
  await page.evaluate(axe);
  return page.evaluate(`axe.run().then(({ violations, incomplete }) =>
    [...violations, ...incomplete].map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html)))`);
};
const focused = (page: Page) =>
  page.evaluate(
    "document.activeElement.id || document.activeElement.className || document.activeElement.textContent.trim()",
  );
const fill = async (page: Page, password: string, again = password) => {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Repeat password").fill(again);
};

describeInBrowser("the invitation page in a browser", () => {
  it.each([320, 768, 1_280])(
    "works at %d pixels with the keyboard alone, shows errors, and has no axe violations",
    async (width) => {
      const { page, errors, requests, violations } = await browser.open(width);
      const look = async (name: string) => {
        expect([name, await faults(page)]).toEqual([name, []]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        await shot(page, `${name}-${width}`);
      };
      await page.goto(url);
      await look("form");
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("password");
      await page.keyboard.type("password1");
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("password_again");
      await page.keyboard.type("password2");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      expect(await focused(page)).toBe("summary");
      expect(await page.title()).toBe("Error: Set your password for Acme Dental");
      await look("error");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      expect(await focused(page)).toBe("password");
      expect(await page.getByLabel("Password", { exact: true }).getAttribute("aria-invalid")).toBe("true");
      await page.keyboard.type(good);
      await page.keyboard.press("Tab");
      await page.keyboard.type(good);
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Set password");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Your password is set" }).waitFor();
      await look("done");
      await page.goto(url);
      expect(await page.getByRole("heading").innerText()).toBe("This invitation is no longer valid");
      await look("over");
      await page.goto(url.slice(0, -3));
      expect(await page.getByRole("heading").innerText()).toBe("Invitation not found");
      await look("unknown");
      expect(requests.filter((one) => !one.startsWith(new URL(url).origin) && !one.startsWith("data:"))).toEqual([]);
      const loading = /^Failed to load resource: the server responded with a status of 4(00|04|10)/;
      expect(errors.filter((line) => !loading.test(line))).toEqual([]);
      expect(await violations()).toEqual([]);
      await page.close();
    },
    120_000,
  );

  it("gives screen readers names, descriptions and errors", async () => {
    const { page } = await browser.open(768);
    await page.goto(url);
    await fill(page, good, "seven quiet heron");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("alert").waitFor();
    const tree = await page.locator("main").ariaSnapshot();
    expect(tree).toContain('heading "There is a problem" [level=2]');
    expect(tree).toContain('link "The two passwords do not match"');
    expect(tree).toContain('textbox "Password"');
    expect(tree).toContain('textbox "Repeat password"');
    const described = await page.getByLabel("Repeat password").getAttribute("aria-describedby");
    expect(await page.locator(`#${described}`).innerText()).toBe("Error: The two passwords do not match");
    await page.close();
  }, 120_000);
});
