// Takes the screenshots in docs/pictures from the demo, with the same dates and data in every run.
// Requires Chromium and the font Liberation Sans (Debian: chromium, fonts-liberation).
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { appointmentsCsv } from "./pictures/appointments.mjs";

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const repute = pathOf("../apps/server/bin/repute.js");
const pictures = pathOf("../docs/pictures");
const folder = await mkdtemp(join(tmpdir(), "repute-pictures-"));
const env = {
  ...process.env,
  ...{ DATABASE_URL: `sqlite:${join(folder, "demo.db")}`, LOG_LEVEL: "silent", TZ: "UTC" },
  NODE_OPTIONS: `--require=${JSON.stringify(pathOf("pictures/fixed-date.cjs"))}`,
};

/** Runs the demo until `work` ends. */
async function withDemo(work) {
  const demo = spawn(process.execPath, [repute, "demo", "--data", folder, "--port", "0", "--json"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(demo, "exit");
  try {
    const guide = await Promise.race([
      guideOf(demo.stdout),
      exit.then(() => Promise.reject(new Error("the demo ended"))),
    ]);
    await work(guide);
  } finally {
    demo.kill("SIGTERM");
    await exit;
  }
}

async function guideOf(output) {
  for await (const line of createInterface(output)) if (line.startsWith("{")) return JSON.parse(line);
  throw new Error("the demo printed no guide");
}

/**
 * Takes a screenshot of a page from the top.
 * `arrange` prepares the page and returns the height of the screenshot in pixels.
 */
async function take(browser, name, address, arrange, width = 900) {
  const page = await browser.newPage({ viewport: { width, height: 600 }, deviceScaleFactor: 2, locale: "en-US" });
  await page.goto(address);
  const height = await page.evaluate(arrange);
  const image = await page.screenshot({
    fullPage: true,
    clip: { x: 0, y: 0, width, height },
  });
  const file = join(pictures, name);
  const { size } = await sharp(image).png({ palette: true, colors: 128, effort: 10, compressionLevel: 9 }).toFile(file);
  console.log(`docs/pictures/${name}: ${Math.ceil(size / 1_000)} KB`);
  if (size > 150_000) throw new Error(`${name} is larger than 150 KB`);
  await page.close();
}

/** Removes everything from the demo's page except one widget. */
const onlyOneWidget = `(async () => {
  const [widget, ...others] = document.querySelectorAll("repute-reviews");
  for (const element of [...document.querySelectorAll("h2, pre, div[dir]"), ...others]) element.remove();
  document.body.style.fontFamily = '"Liberation Sans", sans-serif';
  widget.style.setProperty("--repute-font", '1rem/1.5 "Liberation Sans", sans-serif');
  widget.style.display = "block";
  widget.style.marginTop = "1.5rem";
  while (!widget.shadowRoot?.textContent.trim()) await new Promise((resolve) => setTimeout(resolve, 50));
  return document.documentElement.scrollHeight;
})()`;

/** Leaves only one widget with a layout and at most four reviews. */
const onlyLayout = (layout) => `(async () => {
  await ${onlyOneWidget};
  document.querySelectorAll("h1, p").forEach((element) => element.remove());
  const widget = document.querySelector("repute-reviews");
  widget.style.minHeight = "0";
  widget.setAttribute("limit", "4");
  const ready = new Promise((resolve) => widget.addEventListener("repute-ready", resolve, { once: true }));
  widget.setAttribute("layout", "${layout}");
  await ready;
  while (widget.dataset.state !== "ready") await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 300));
  return Math.ceil(widget.getBoundingClientRect().bottom) + 16;
})()`;

/** Shows the figures of a token on the overview page, and limits the screenshot to the first sections. */
const figuresOf = (token) => `(async () => {
  document.body.style.fontFamily = '"Liberation Sans", sans-serif';
  const form = document.querySelector("form");
  for (const [name, value] of Object.entries(${JSON.stringify({ first: "2025-07", last: "2026-06" })})) form.elements[name].value = value;
  form.elements.token.value = "${token}";
  form.requestSubmit();
  while (!document.querySelector("section")) await new Promise((resolve) => setTimeout(resolve, 50));
  document.activeElement.blur();
  return Math.ceil(document.querySelectorAll("section")[1].getBoundingClientRect().bottom) + 16;
})()`;

/** Tests a file on the office page, and limits the screenshot to the counts and the charts of its result. */
const testOf = (token) => `(async () => {
  document.body.style.fontFamily = '"Liberation Sans", sans-serif';
  const shown = async (selector) => {
    while (!document.querySelector(selector)) await new Promise((resolve) => setTimeout(resolve, 50));
    return document.querySelector(selector);
  };
  const form = document.querySelector("form");
  form.elements.token.value = "${token}";
  form.requestSubmit();
  const input = await shown("#file");
  document.querySelector("#connection").value = "ehr";
  const files = new DataTransfer();
  files.items.add(new File([${JSON.stringify(appointmentsCsv("2026-06-15"))}], "monday.csv"));
  input.files = files.files;
  input.dispatchEvent(new Event("change"));
  input.form.requestSubmit();
  await shown(".report");
  document.activeElement.blur();
  scrollTo(0, 0);
  return Math.ceil(document.querySelector(".report .charts").getBoundingClientRect().bottom) + 16;
})()`;

/** Width in pixels of a screen on which the report shows its rows as tables. */
const reportWidth = 1_100;

/** Limits the screenshot to the report's first group of rows. */
const firstGroup = `(() => {
  document.body.style.fontFamily = '"Liberation Sans", sans-serif';
  return Math.ceil(document.querySelector("h3").closest("section").getBoundingClientRect().bottom) + 6;
})()`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
});
try {
  await mkdir(pictures, { recursive: true });
  await withDemo(async ({ base_url: service, credentials }) => {
    const tokenOf = (wanted) => credentials.find(({ kind }) => kind === wanted).token;
    await take(browser, "overview.png", `${service}/overview`, figuresOf(tokenOf("api-token")), reportWidth);
    await take(browser, "office.png", `${service}/office`, testOf(tokenOf("office")), reportWidth);
    await take(browser, "office-phone.png", `${service}/office`, testOf(tokenOf("office")), 390);
    await take(browser, "widget.png", `${service}/demo/widget`, onlyOneWidget);
    for (const layout of ["grid", "list", "carousel", "badge", "summary"]) {
      await take(browser, `widget-${layout}.png`, `${service}/demo/widget`, onlyLayout(layout));
    }
  });

  const [file, report] = ["appointments.csv", "report.html"].map((name) => join(folder, name));
  await writeFile(file, appointmentsCsv("2026-06-15"));
  const order = ["import-appointments", "--account", "demo", "--connection", "ehr", "--report", report, file];
  await promisify(execFile)(process.execPath, [repute, ...order], { env });
  await take(browser, "import-report.png", pathToFileURL(report).href, firstGroup, reportWidth);

  const office = { ...env, DATABASE_URL: `sqlite:${join(folder, "office.db")}` };
  for (const [, command] of (await readFile(pathOf("../docs/start/import.md"), "utf8")).matchAll(
    /^npx repute (.+)$/gm,
  )) {
    const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const placed = words.map((word) => (word.startsWith("docs/") ? pathOf(`../${word}`) : word));
    await promisify(execFile)(process.execPath, [repute, ...placed], { env: office, cwd: folder });
    if (words.includes("--test")) break;
  }
  await take(browser, "office-report.png", pathToFileURL(join(folder, "monday.html")).href, firstGroup, reportWidth);
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
