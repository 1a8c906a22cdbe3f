// cspell:disable
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { migratedFile } from "@repute/adapter-typeorm/testing";
import { bundleOf } from "@repute/domain/testing";
import type { AccountId } from "@repute/domain";
import type { Page } from "playwright-core";
import { type Browser, describeInBrowser, openBrowser } from "../../../test/browser.js";
import { compose, type Composition } from "../src/compose.js";
import { listen } from "../src/listener.js";
import { hostAndPort } from "../src/settings/address.js";
import { readConfig } from "../src/settings/config.js";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const example = (name: string) => resolve(__dirname, "../../../docs/examples/office", name);

/** File whose name and patient contain markup and right-to-left text. */
const hostile = {
  name: "<img src=x onerror=alert(1)>.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    "first_name,last_name,patient_id,appointment_date,location,provider,status\n" +
      "<b>مركز</b>,Reed,M-1,2026-06-15 09:00,Nowhere,Dr. Ada Quill,Completed\n",
  ),
};
const csv = (name: string, ...lines: readonly string[]) => ({
  ...{ name, mimeType: "text/csv", buffer: Buffer.from(`${lines.join("\n")}\n`) },
});

describeInBrowser("the office page", () => {
  let browser: Browser;
  let folder: string;
  let composition: Composition;
  let server: Server;
  let base: string;
  let account: AccountId;
  let token: Awaited<ReturnType<Composition["domain"]["access"]["createToken"]>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "repute-office-"));
    await migratedFile(join(folder, "repute.db"));
    const config = readConfig({
      ...{ DATABASE_URL: `sqlite:${join(folder, "repute.db")}`, UPLOAD_DIR: join(folder, "uploads"), PORT: "0" },
    });
    composition = await compose(config);
    const { domain, app } = composition;
    account = (await domain.accounts.create({ key: "acme", name: "Acme", timeZone: "America/Denver" })).id;
    const lines = (await readFile(example("setup.ndjson"), "utf8")).trim().split("\n");
    const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
    await domain.bundle.load(account, bundleOf([...lines.map((line) => JSON.parse(line) as object), platform]));
    token = await domain.access.createToken(account, { kind: "office", name: "front desk" });
    domain.loads.listen(() => void domain.loads.work());
    server = createServer(app);
    base = `http://${hostAndPort(await listen(server, config))}`;
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
    await composition.close();
    await rm(folder, { recursive: true });
  });

  async function open(page: Page): Promise<void> {
    await page.goto(`${base}/office`);
    await page.locator("#token").fill(token.token);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("heading", { name: "Import a file" }).waitFor();
  }

  type Chosen = string | ReturnType<typeof csv>;
  async function test(page: Page, kind: string, file: Chosen, fields: Readonly<Record<string, string>> = {}) {
    await page.locator("#kind").selectOption(kind);
    await page.locator("#file").setInputFiles(file);
    for (const [name, value] of Object.entries(fields)) {
      const field = page.locator(`#${name}`);
      await ((await field.getAttribute("type")) === null ? field.selectOption(value) : field.fill(value));
    }
    await page.getByRole("button", { name: "Test the file" }).click();
    await page.getByText("The file is tested, and nothing was imported.").waitFor();
  }
  async function importTested(page: Page) {
    await page.getByRole("button", { name: "Import the file" }).click();
    await page.getByText("The file is imported.").waitFor();
  }

  const loads = () => composition.domain.loads.list(account);
  const violationsOf = async (page: Page) => {
    await page.evaluate(axe);
    return page.evaluate(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`);
  };

  it("tests and imports files of all kinds, and shows their results and rows to correct", async () => {
    const { page, requests, violations } = await browser.open(1_280);
    await open(page);
    await page.getByText("No files were sent yet").waitFor();
    await page.getByText("More options").click();
    await test(page, "appointments", example("visits.csv"), { uploaded_at: "2026-06-16" });
    await page.getByRole("heading", { name: "Location not recognized" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the rows to correct" }).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toContain("Location not recognized");
    await importTested(page);
    expect(await loads()).toMatchObject([
      { id: 2, counts: { is_test: false, appointment_captured: 4 } },
      { id: 1, counts: { is_test: true } },
    ]);
    await test(page, "appointments", example("visits.csv"));
    const [, imported] = await loads();
    const form = { timeZone: "America/Denver", dateStyle: "medium", timeStyle: "short" } as const;
    const at = new Date(imported?.received_at ?? "").toLocaleString("en-US", form);
    await page.getByText(`The practice imported the same file on ${at}`).waitFor();
    await test(page, "calls", csv("calls.csv", callHeadings, "C1,801-555-0100,801-555-0142,2026-11-20 09:00:00"));
    await importTested(page);
    await test(page, "patients", csv("patients.csv", ...patientRows), { type: "OASCAHPS" });
    await importTested(page);
    const reviews = csv("reviews.csv", "Review ID,Rating,Comment,Date", "r1,5,Kind,2026-11-20");
    await test(page, "reviews", reviews, { platform: "3" });
    await importTested(page);
    await page.getByRole("button", { name: "Show calls.csv" }).first().click();
    await page.getByRole("heading", { name: "calls.csv: Call import" }).waitFor();
    for (const [key, value, title] of [
      ["email", "Cal.Reed@example.com", "Appointments: 1"],
      ["phone", "801-555-0142", "Calls: 1"],
    ] as const) {
      await page.locator("#person-key").selectOption(key);
      await page.locator("#person").fill(value);
      await page.keyboard.press("Enter");
      await page.getByText(`repute erase --account KEY --${key} '${value}'`).waitFor();
      await page.getByRole("heading", { name: title }).waitFor();
    }
    const dialog = page.locator("dialog");
    for (const [name, effect] of [
      ["visits.csv", "Appointments to remove4"],
      ["calls.csv", "Calls to remove1"],
      ["patients.csv", "Visits to remove1"],
    ] as const) {
      await page.getByRole("button", { name: `Undo ${name}` }).click();
      await dialog.getByText(name).waitFor();
      expect(await dialog.locator("dl").textContent()).toContain(effect);
      await dialog.getByRole("button", { name: "Undo the import" }).click();
      await dialog.getByText("You can import a corrected file now.").waitFor();
      await dialog.getByRole("button", { name: "Close" }).click();
    }
    expect(await composition.domain.imports.attempt(account, 2)).toMatchObject({ run: { appointment_captured: 0 } });
    await page.getByRole("button", { name: "Undo calls.csv" }).click();
    await page.getByText("the import was already undone").waitFor();
    expect(requests.filter((url) => !/^(?:data|blob):/.test(url) && !url.startsWith(base))).toEqual([]);
    expect([await violations(), await page.evaluate("JSON.stringify([{ ...localStorage }, document.cookie])")]).toEqual(
      [...[[], '[{},""]']],
    );
    await page.close();
  });

  it("shows hostile names as text, without axe violations and overflow, in light, dark and print", async () => {
    const { page, errors } = await browser.open(360);
    await open(page);
    await page.getByText("More options").click();
    await test(page, "appointments", hostile, { uploaded_at: "2026-06-16" });
    await page.getByText("<b>مركز</b>").first().waitFor();
    expect(await page.locator("b, img").filter({ hasText: "مركز" }).count()).toBe(0);
    for (const [media, colorScheme, width] of [
      ["screen", "light", 1_280],
      ["screen", "dark", 360],
      ["print", "dark", 800],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ media, colorScheme });
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(await page.getByRole("heading", { name: "Location not recognized" }).isVisible()).toBe(true);
      expect(await page.getByRole("heading", { name: "Recent files" }).isVisible()).toBe(media === "screen");
    }
    expect(errors).toEqual([]);
    await page.close();
  });

  it("can cancel a file, explains a wrong one, and forgets a revoked token", async () => {
    const { page } = await browser.open(1_280);
    await open(page);
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
    await network.send("Network.emulateNetworkConditions", slow);
    await page.locator("#file").setInputFiles({ ...csv("large.csv"), buffer: Buffer.alloc(5_000_000, "x") });
    await page.getByRole("button", { name: "Test the file" }).click();
    while ((await readdir(join(folder, "uploads")).catch(() => [])).length === 0) await new Promise(setImmediate);
    expect(await page.getByRole("button", { name: "Test the file" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Nothing was stored").waitFor();
    while ((await readdir(join(folder, "uploads"))).length > 0) await new Promise(setImmediate);
    await network.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
    expect(await loads()).toEqual([]);

    await page.locator("#file").setInputFiles(csv("calls.csv", callHeadings));
    await page.getByRole("button", { name: "Test the file" }).click();
    await page.getByText("nothing was stored. Correct the file").first().waitFor();
    await page.getByText("none of its first 20 rows has at least two known headings").first().waitFor();
    expect(await page.getByRole("button", { name: "Import the file" }).count()).toBe(0);

    await composition.domain.access.changeToken(token.credential.id, "revoke");
    await page.getByRole("button", { name: "Show calls.csv" }).click();
    await page.getByText("The token is not valid").waitFor();
    expect(await page.locator("section").count()).toBe(0);
    expect(await page.evaluate("[sessionStorage.length, document.activeElement.id].join()")).toBe("0,token");
    await page.close();
  });
});

const callHeadings = "Call ID,Tracking Number,Customer Phone,Start Time";
const patientRows = [
  "First Name,Last Name,Address 1,City,State,ZIP Code,DOB,Sex,MRN,Unique ID,CCN,Facility,Surgery Date,CPT",
  "Bo,Lee,2 Elm St,Ogden,UT,84401,5/1/1980,F,M2,V2,05C9Y7,Ogden,5/11/2026,66984",
];
