// cspell:disable
import { expect, it } from "@jest/globals";
import { describeInBrowser } from "../../../test/browser.js";
import { aReview, aWidget, siteOpener, type WidgetSite, widgetTag } from "../test/widget-site.js";

const openPolicy = "default-src * 'unsafe-inline' 'unsafe-eval'";

const openSite = siteOpener();
let site: WidgetSite;

const inherited = `<style>html { font-size: 62.5% } body { text-transform: uppercase; letter-spacing: 9px; word-spacing: 20px;
  text-indent: 50px; line-height: 4; font-style: italic; white-space: pre; font-variant: small-caps; text-shadow: 1px 1px red; }
  repute-reviews, * { letter-spacing: 7px; text-transform: uppercase; }</style>`;

/** Styles of a comment that a page could change by inheritance, and the height of the widget. */
const look = (of: WidgetSite) =>
  of.inside(`(() => { const style = getComputedStyle(root.querySelector(".comment"));
    return [style.textTransform, style.letterSpacing, style.wordSpacing, style.textIndent, style.lineHeight, style.fontStyle,
      style.whiteSpace, style.fontVariant, style.textShadow, style.fontSize, root.host.offsetHeight]; })()`);

const colorOf = (selector: string, property = "color") =>
  site.inside(`getComputedStyle(root.querySelector("${selector}")).${property}`);

describeInBrowser("the widget on pages of all kinds", () => {
  it("looks the same on a page that sets every inherited property and a small root font", async () => {
    site = await openSite({ policy: openPolicy });
    const plain = await look(site);
    await site.page.close();
    site = await openSite({ policy: openPolicy, body: `${inherited}${widgetTag()}` });
    expect(await look(site)).toEqual(plain);
    expect(await colorOf(".comment", "fontSize")).toBe("16px");
  });

  it("is not struck through or underlined on a page whose text is", async () => {
    const pictureOf = async (style: string) => {
      site = await openSite({ policy: openPolicy, body: `<div style="width: 400px; ${style}">${widgetTag()}</div>` });
      await site.inside("root.host.getAttribute('data-state')");
      const picture = await site.page.locator("repute-reviews").first().screenshot();
      await site.page.close();
      return picture;
    };
    const plain = await pictureOf("");
    expect((await pictureOf("text-decoration: underline line-through 3px red")).equals(plain)).toBe(true);
  });

  it.each([120, 160, 200])("fits a column that is %d pixels wide", async (width) => {
    const reviews = [aReview({ comment: "a ".repeat(400), name: "W".repeat(60), platform: "M".repeat(60) })];
    const body = `<div style="width: ${width}px">${widgetTag()}</div>`;
    site = await openSite({ widget: aWidget({ reviews }), policy: openPolicy, body });
    const found = await site.inside(`(() => { const { right } = root.host.getBoundingClientRect();
      return [...root.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > right + 0.5)
        .map((one) => one.outerHTML.slice(0, 80)); })()`);
    expect(found).toEqual([]);
  });

  it("derives the other colors on a dark page from the background and the stars", async () => {
    const style = "--repute-background: #14201b; --repute-star: #fbbf24";
    site = await openSite({ policy: openPolicy, body: widgetTag(`widget="x" style="${style}"`) });
    expect(await colorOf(".comment")).not.toBe("rgb(29, 43, 38)");
    expect(await colorOf(".empty", "fill")).toBe("rgb(20, 32, 27)");
    expect(await colorOf(".empty", "stroke")).toBe("rgb(251, 191, 36)");
  });

  it.each([
    ["a dark background", `body { background: #14201b; color: #eee }`, "", true],
    [
      "a dark part with a gradient below it",
      `body { background: #fff } main { background: rgb(0 0 0 / 80%) }`,
      "",
      true,
    ],
    ["a dark color scheme", `:root { color-scheme: dark }`, "", true],
    ["a dark background in another notation", `main { background: oklch(0.2 0.02 160) }`, "", true],
    ["a light part on a dark page", `body { background: #14201b } main { background: #fafafa }`, "", false],
    ["a light background and light text", `body { background: #eee; color: #fff }`, "", false],
    ["a dark background and the light theme", `body { background: #14201b }`, 'theme="light"', false],
  ])("has default colors that fit a page with %s", async (_, rules, attributes, isDark) => {
    const body = `<style>${rules}</style>${widgetTag(`widget="x" ${attributes}`)}`;
    site = await openSite({ policy: openPolicy, body });
    const [background, text] = [await colorOf("section", "backgroundColor"), await colorOf(".comment")];
    expect([background, text === "rgb(29, 43, 38)"]).toEqual(
      isDark ? ["rgba(0, 0, 0, 0)", false] : ["rgb(255, 255, 255)", true],
    );
  });

  it("uses the background color that the page gives to the element", async () => {
    const body = `<style>repute-reviews { background: oklch(0.2 0.02 160) }</style>${widgetTag()}`;
    site = await openSite({ policy: openPolicy, body });
    expect(await colorOf("section", "backgroundColor")).toBe("rgba(0, 0, 0, 0)");
    expect(await colorOf(".comment")).not.toBe("rgb(29, 43, 38)");
  });

  it("follows the theme of the system, and of a class that the page sets later", async () => {
    const style = "<style>.night repute-reviews { --repute-background: #000 }</style>";
    site = await openSite({ policy: openPolicy, body: style + widgetTag('widget="x" theme="auto"') });
    const light = await colorOf("section", "backgroundColor");
    const changed = async (act: () => Promise<unknown>) => {
      const before = await colorOf("section", "backgroundColor");
      await act();
      await site.page.waitForFunction(
        `getComputedStyle(document.querySelector("repute-reviews").shadowRoot.querySelector("section")).backgroundColor !== "${String(before)}"`,
      );
      return colorOf("section", "backgroundColor");
    };
    expect(await changed(() => site.page.emulateMedia({ colorScheme: "dark" }))).toBe("rgb(20, 32, 27)");
    expect(await changed(() => site.page.evaluate(`document.body.className = "night"`))).toBe("rgb(0, 0, 0)");
    await site.page.evaluate(`document.body.className = ""`);
    await changed(() => site.page.emulateMedia({ colorScheme: "light" }));
    expect(await colorOf("section", "backgroundColor")).toBe(light);
  });

  it("shows its children until the reviews are loaded, and keeps them if loading fails", async () => {
    const body = `<repute-reviews widget="x" style="min-height: 400px"><a href="#r">Our reviews</a></repute-reviews>`;
    site = await openSite({ policy: openPolicy, body, status: 500 });
    expect(await site.page.locator("a").isVisible()).toBe(true);
    expect((await site.page.locator("repute-reviews").boundingBox())?.height).toBeLessThan(100);
    expect(await site.page.locator("repute-reviews").getAttribute("style")).toBe("min-height: 400px");
    await site.page.close();
    site = await openSite({ policy: openPolicy, body });
    expect(await site.page.locator("a").isVisible()).toBe(false);
  });

  it("shows a translated comment in the language of the page, and the other version on request", async () => {
    const reviews = [aReview({ comment: "Very kind", language: "en", original: "Muy amable" }), aReview()];
    for (const [lang, first, second] of [
      ["en", "Very kind", "Muy amable"],
      ["es", "Muy amable", "Very kind"],
    ] as const) {
      site = await openSite({ widget: aWidget({ reviews }), root: `lang="${lang}"` });
      const comment = (text: string) => site.page.getByText(text, { exact: true });
      await comment(first).waitFor();
      expect(await comment(second).isVisible()).toBe(false);
      await site.page.locator("summary").click();
      expect(await comment(second).isVisible()).toBe(true);
    }
  });

  it("loads everything from the service in the attribute if another script contains the widget", async () => {
    const merged = (attributes: string) => openSite({ merged: true, root: 'lang="es"', body: widgetTag(attributes) });
    for (const service of ["https://data.repute.example", "https://data.repute.example/"]) {
      site = await merged(`widget="x" layout="list" service="${service}" style="--repute-star: #fbbf24"`);
      expect(await site.inside(`root.querySelector("ul.one").innerText`)).toContain("en Google");
      expect(await colorOf(".full", "fill")).toBe("rgb(251, 191, 36)");
      expect([site.errors, await site.structured()]).toMatchObject([[], [{ name: "Acme Dental" }]]);
    }
    site = await merged('widget="x"');
    expect(site.errors).toEqual(['repute-reviews: Error: The element needs the attribute "service".']);
    expect(site.requests.filter((one) => one.startsWith("https://data."))).toEqual([]);
  });

  it("says that the attribute with the widget id is missing, and sends no request", async () => {
    for (const attributes of ["", 'widget=""']) {
      site = await openSite({ body: widgetTag(attributes) });
      expect(site.errors).toEqual(['repute-reviews: Error: The element needs the attribute "widget".']);
      expect(site.requests.filter((one) => one.includes("/embed/"))).toHaveLength(1);
    }
  });

  it("logs once how to fix a wrong id or origin", async () => {
    site = await openSite({ status: 404, body: widgetTag() + widgetTag() });
    await site.page.waitForFunction("window.told.length === 2");
    const own = site.errors.filter((one) => one.includes("repute-reviews"));
    expect(own).toEqual([expect.stringContaining('allow this page with "repute widget set --origins')]);
    expect(own[0]).toContain("https://www.practice.example");
  });

  it("gives two widgets different names, and adds their structured data once", async () => {
    site = await openSite({ body: widgetTag() + widgetTag() });
    await site.page.waitForFunction("window.told.length === 2");
    expect(
      await site.page.evaluate(`[...document.querySelectorAll("repute-reviews")].map((one) =>
        one.shadowRoot.querySelector("section").getAttribute("aria-label"))`),
    ).toEqual(["Reviews of Acme Dental", "Reviews of Acme Dental (2)"]);
    expect(await site.structured()).toHaveLength(1);
    await site.page.evaluate(`document.querySelector("repute-reviews").remove()`);
    expect(await site.structured()).toHaveLength(1);
    await site.page.evaluate(`document.querySelector("repute-reviews").remove()`);
    expect(await site.structured()).toEqual([]);
  });

  it("loads the reviews only when it is near the viewport", async () => {
    const body = `${widgetTag()}<div style="height: 5000px"></div>${widgetTag('widget="far"')}`;
    site = await openSite({ policy: openPolicy, body });
    expect(site.requests.filter((one) => one.endsWith(".json"))).toHaveLength(1);
    const requested = site.page.waitForRequest(/far\.json$/);
    await site.page.evaluate("scrollTo(0, 5000)");
    await requested;
  });

  it.each([
    ["de", "1.234 Bewertungen"],
    ["fr-CA", "avis"],
    ["zh-CN", "1,234 条评分"],
    ["vi", "1.234 lượt đánh giá"],
    ["tl", "1,234 rating"],
    ["pt-BR", "1.234 avaliações"],
    ["he", "1,234 דירוגים"],
    ["ar-EG", "عدد التقييمات: "],
    ["es_MX", "1,234 ratings"],
    ["nl", "1,234 ratings"],
  ])("uses the strings of the language %s", async (lang, part) => {
    site = await openSite({ root: `lang="${lang}"` });
    expect(await site.inside(`root.querySelector("section").innerText`)).toContain(part);
    expect([site.errors, await site.violations()]).toEqual([[], []]);
  });

  it.each([
    ["a phone", 390, 12, 10],
    ["a phone, with few reviews", 390, 12, 1],
    ["a desktop", 1_280, 12, 10],
    ["a desktop, with few reviews", 1_280, 12, 1],
    ["a desktop, below the fold", 1_280, 1_200, 3],
  ])("moves nothing visible while it loads with the documented code on %s", async (_, width, above, count) => {
    const reviews = Array.from({ length: count }, (_unused, at) =>
      aReview({ id: `${at}`, comment: "Kind and quick. ".repeat(1 + ((at * 7) % 20)) }),
    );
    const body = `<script>window.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries())
        window.shift += one.value; }).observe({ type: "layout-shift", buffered: true });</script>
      <div style="height: ${above}px"></div>
      ${widgetTag('widget="x" style="display: block; min-height: 100vh"')}${"<p>Text below the widget.</p>".repeat(40)}`;
    const site = await openSite({ widget: aWidget({ reviews }), policy: openPolicy, body, width, latency: 300 });
    await site.page.waitForTimeout(300);
    expect(Number(await site.page.evaluate("window.shift"))).toBeLessThan(0.01);
    const bottom = Number(await site.inside("root.host.getBoundingClientRect().bottom"));
    const empty = Number(
      await site.inside(`root.host.offsetHeight - (root.querySelector("section").style.minHeight = "",
      root.querySelector("section").offsetHeight)`),
    );
    // Reserved space ends at the bottom of the window.
    expect(empty === 0 || Math.round(bottom) === 844).toBe(true);
  });

  it("gives reserved space back when it is below the window", async () => {
    const body = `<div></div>${widgetTag('widget="x" style="display: block; min-height: 100vh"')}`;
    site = await openSite({ policy: openPolicy, body });
    const height = () => site.inside("root.host.offsetHeight") as Promise<number>;
    expect(await height()).toBeGreaterThan(600);
    await site.page.evaluate(`document.querySelector("div").style.height = "2000px"`);
    while ((await height()) > 300) await site.page.waitForTimeout(20);
    expect(await site.page.evaluate("Object.values(sessionStorage).map((one) => Math.round(one))")).toEqual([
      await height(),
    ]);
  });

  it("reserves the height that it had on the last page of the visit", async () => {
    site = await openSite();
    const height = await site.inside("root.host.offsetHeight");
    expect(height).toBeGreaterThan(100);
    const reload = 'root.host.setAttribute("name", "Acme of Provo")';
    expect(await site.inside(`(${reload}, [root.host.offsetHeight, root.host.getAttribute("data-state")])`)).toEqual([
      height,
      null,
    ]);
  });
});
