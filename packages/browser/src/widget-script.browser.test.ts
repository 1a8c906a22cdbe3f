import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { describeInBrowser } from "../../../test/browser.js";
import { aReview, aWidget, siteOpener, strictPolicy, type WidgetSite, widgetTag } from "../test/widget-site.js";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const long = "The visit took all the time that it needed. ".repeat(12);
const hostile = [
  `<img src=x onerror="window.hit=1">`,
  `<script>window.hit=1</script>`,
  `"><svg onload=window.hit=1>`,
  `</script><script>window.hit=1</script>`,
  `javascript:window.hit=1`,
  `{{constructor.constructor('window.hit=1')()}}`,
];

const openSite = siteOpener();
let site: WidgetSite;

const text = (): Promise<unknown> => site.inside(`root.querySelector("section")?.innerText ?? ""`);
const calm = async () => expect([site.errors, await site.violations()]).toEqual([[], []]);

describeInBrowser("the widget in a browser", () => {
  it("shows the average and the reviews under a strict policy, and requests only its data", async () => {
    site = await openSite();
    for (const part of ["4.7", "1,234 ratings", "Bo", "March 1, 2026", "on Google", "Kind and quick"]) {
      expect(await text()).toContain(part);
    }
    expect(site.requests).toEqual([
      "https://www.practice.example/",
      "https://data.repute.example/embed/reviews.js",
      "https://data.repute.example/embed/AAAAAAAAAAAAAAAAAAAAAA.json",
      "https://data.repute.example/embed/reviews-details.js",
    ]);
    expect(await site.page.locator("repute-reviews").isVisible()).toBe(true);
    await calm();
  });

  it("sends the service neither cookies nor the page's address", async () => {
    site = await openSite();
    const requested = site.page.waitForRequest(/\.json$/);
    await site.page.evaluate(`document.querySelector("repute-reviews").setAttribute("widget", "other")`);
    const headers = await (await requested).allHeaders();
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["cookie"]));
    expect(headers).not.toHaveProperty("referer");
    expect(headers).not.toHaveProperty("authorization");
  });

  it("labels stars for screen readers and puts every review in a list", async () => {
    site = await openSite();
    expect(
      await site.inside(`[...root.querySelectorAll("[role=img]")].map((one) => one.getAttribute("aria-label"))`),
    ).toEqual(["4.7 out of 5 stars", "4.5 out of 5 stars"]);
    expect(await site.inside(`root.querySelector("section").getAttribute("aria-label")`)).toBe(
      "Reviews of Acme Dental",
    );
    expect(await site.inside(`root.querySelectorAll("ul > li").length`)).toBe(1);
  });

  it.each(['lang="en"', 'lang="es"', 'lang="ar" dir="rtl"'])("has no accessibility violations: %s", async (root) => {
    const reviews = [aReview(), aReview({ comment: long, name: "" }), aReview({ rating: 1, comment: "مرحبا" })];
    site = await openSite({ widget: aWidget({ reviews }), root, policy: "default-src * 'unsafe-eval'" });
    await site.page.evaluate(axe);
    const found = (await site.page.evaluate(`axe.run().then(({ violations, incomplete, passes }) => ({
      violations: violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html)),
      contrast: incomplete.filter(({ id }) => id === "color-contrast").length, passed: passes.length }))`)) as object;
    expect(found).toMatchObject({ violations: [], contrast: 0 });
    expect((found as { passed: number }).passed).toBeGreaterThan(15);
  });

  it.each([
    ["a name", { name: `Zo${"\u0301\u0323".repeat(245)}e` }],
    ["a comment", { comment: `o${"\u0301\u0323".repeat(150)}` }],
    ["a platform", { platform: `o${"\u0301\u0323".repeat(245)}` }],
    ["a word", { name: "W".repeat(500), platform: "M".repeat(500) }],
    ["a short comment of wide spaces", { comment: `a ${"\u2003".repeat(60)} `.repeat(5) }],
  ])("paints nothing outside its box if %s is hostile", async (_what, hostile) => {
    const around = async (more: object) => {
      const space = '<div style="height: 300px"></div>';
      const body = `${space}<div style="width: 400px">${widgetTag()}</div>`;
      site = await openSite({ widget: aWidget({ reviews: [aReview(more)] }), body });
      const box = await site.page.locator("repute-reviews").boundingBox();
      const page = { width: 800, height: 600 };
      const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
      const clips = [
        { x: 0, y: 0, width: page.width, height: y },
        { x: x + width, y: 0, width: page.width - x - width, height: page.height },
      ];
      const shots = [];
      for (const clip of clips) shots.push((await site.page.screenshot({ clip })).toString("base64"));
      await site.page.close();
      return { shots, height };
    };
    const [plain, marked] = [await around({}), await around(hostile)];
    expect(marked.shots).toEqual(plain.shots);
    expect(marked.height).toBeLessThan(600);
  });

  it("limits the height of a comment with many lines until the user expands it", async () => {
    const comment = Array.from({ length: 160 }, () => "a").join("\n\n");
    site = await openSite({ widget: aWidget({ reviews: [aReview({ comment })] }) });
    const height = async () => (await site.page.locator("repute-reviews").boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThan(500);
    await site.page.locator("button").click();
    expect(await height()).toBeGreaterThan(1_000);
    await calm();
  });

  it("shows hostile strings as plain text and never runs them", async () => {
    const reviews = hostile.map((one) => aReview({ id: one, name: one, comment: one, platform: one }));
    site = await openSite({
      widget: aWidget({ name: hostile[3], reviews }),
      policy: "default-src * 'unsafe-inline' 'unsafe-eval' data:",
    });
    for (const one of hostile) expect(await text()).toContain(one);
    await site.page.waitForTimeout(200);
    expect(await site.page.evaluate("window.hit")).toBeUndefined();
    expect(await site.inside(`root.querySelectorAll("img, script, [onload], [onerror]").length`)).toBe(0);
    expect(await site.page.content()).not.toContain("</script><script>window.hit");
    expect(await site.structured()).toMatchObject([{ name: hostile[3] }]);
  });

  it("adds structured data for search engines once, and removes it with the widget", async () => {
    site = await openSite();
    const data = {
      "@context": "https://schema.org",
      "@type": "MedicalBusiness",
      "@id": "https://www.practice.example/#Acme%20Dental",
      name: "Acme Dental",
      url: "https://www.practice.example/",
      aggregateRating: {
        ...{ "@type": "AggregateRating", ratingValue: 4.7, ratingCount: 1_234, bestRating: 5, worstRating: 1 },
      },
    };
    expect(await site.structured()).toEqual([data]);
    const set = (name: string, value: string) =>
      site.page.evaluate(`new Promise((done) => { addEventListener("repute-ready", done, { once: true });
        document.querySelector("repute-reviews").setAttribute(${JSON.stringify(name)}, ${JSON.stringify(value)}); }).then(() => 0)`);
    await set("schema", "Dentist");
    await set("name", "Acme of Provo");
    await set("url", "https://acme.example/provo");
    await set("address", "12 Main St, Provo, UT 84601");
    const provo = { name: "Acme of Provo", url: "https://acme.example/provo", address: "12 Main St, Provo, UT 84601" };
    const id = "https://acme.example/provo#Acme%20of%20Provo";
    expect(await site.structured()).toEqual([{ ...data, "@type": "Dentist", "@id": id, ...provo }]);
    await site.page.evaluate(`document.querySelector("repute-reviews").remove()`);
    expect(await site.structured()).toEqual([]);
    await calm();
  });

  it.each([
    ["the name", { "@type": ["Dentist", "Organization"], name: "Acme Dental" }, ""],
    ["the type", { "@type": "Dentist", name: "Acme Dental of Provo, LLC" }, 'schema="Dentist"'],
  ])("adds the rating to the practice in the page's own structured data by %s", async (_, practice, attributes) => {
    const own = { "@id": "https://www.practice.example/#us", ...practice };
    const graph = [
      null,
      { "@type": "WebSite", name: "Acme Dental" },
      { "@type": "Person", "@id": "#bo", name: "Bo" },
      own,
    ];
    const script = (text: string) => `<script type="application/ld+json">${text}</script>`;
    const documents = [script("{ not JSON"), script("null"), script(JSON.stringify({ "@graph": graph }))];
    site = await openSite({
      body: [...documents, ...["x", "y"].map((id) => widgetTag(`widget="${id}" ${attributes}`))].join(""),
    });
    await site.page.locator("repute-reviews[data-state=ready]").nth(1).waitFor();
    const added = `[...document.querySelectorAll("script[data-repute]")].map((one) => JSON.parse(one.textContent))`;
    expect(await site.page.evaluate(added)).toEqual([
      { "@context": "https://schema.org", ...own, aggregateRating: expect.anything() },
    ]);
  });

  it("truncates a long comment visually, and expands it from the keyboard", async () => {
    site = await openSite({ widget: aWidget({ reviews: [aReview({ comment: long })] }), width: 400 });
    const height = async () => Number(await site.inside(`root.querySelector(".comment").clientHeight`));
    const before = await height();
    await site.page.keyboard.press("Tab");
    expect(await site.inside(`root.activeElement.getAttribute("aria-expanded")`)).toBe("false");
    await site.page.keyboard.press("Enter");
    expect(await height()).toBeGreaterThan(before);
    expect(await site.inside(`root.activeElement.textContent`)).toBe("Read less");
    await site.page.keyboard.press("Space");
    expect(await height()).toBe(before);
  });

  it("follows the text direction of the page, including the stars", async () => {
    const sides = async (root: string) => {
      await site?.page.close();
      site = await openSite({ root });
      return site.inside(`(() => { const box = root.querySelector(".summary").getBoundingClientRect();
        const rating = root.querySelector(".rating").getBoundingClientRect();
        return [rating.left - box.left < 1, getComputedStyle(root.querySelector(".stars")).transform !== "none",
        getComputedStyle(root.querySelector(".about")).textAlign === "right"]; })()`);
    };
    expect(await sides('lang="en"')).toEqual([true, false, false]);
    expect(await sides('lang="he" dir="rtl"')).toEqual([false, true, true]);
  });

  it.each([280, 400, 1_200])("fits a viewport that is %d pixels wide, even with very long words", async (width) => {
    const wide = "W".repeat(400);
    const reviews = [aReview({ name: wide, comment: wide, platform: wide }), aReview(), aReview()];
    site = await openSite({ widget: aWidget({ reviews }), width });
    expect(await site.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  });

  it("takes colors from custom properties and ignores the page's style sheet", async () => {
    const body = `${widgetTag('widget="x" style="--repute-color: rgb(1, 2, 3); --repute-star: rgb(4, 5, 6)"')}`;
    site = await openSite({ body, policy: "default-src * 'unsafe-inline'" });
    await site.page.addStyleTag({ content: "p { color: red !important; display: none }" });
    expect(await site.inside(`getComputedStyle(root.querySelector(".comment")).color`)).toBe("rgb(1, 2, 3)");
    expect(await site.inside(`getComputedStyle(root.querySelector(".full")).fill`)).toBe("rgb(4, 5, 6)");
    expect(await site.page.locator("repute-reviews").isVisible()).toBe(true);
  });

  it.each([
    ["an unknown widget", { status: 404 }, "repute-error"],
    ["a service that fails", { status: 500 }, "repute-error"],
    ["no ratings", { widget: aWidget({ total: 0, rating: null, reviews: [] }) }, "repute-ready"],
  ])("shows nothing for %s and dispatches an event", async (_, shown, reported) => {
    site = await openSite(shown);
    expect(await site.page.evaluate("window.told")).toEqual([reported]);
    expect(await site.page.locator("repute-reviews").isVisible()).toBe(false);
    expect(await site.structured()).toEqual([]);
  });

  it("uses the page's language if it is supported", async () => {
    site = await openSite({ root: 'lang="es-MX"' });
    for (const part of ["1,234 valoraciones", "1 de marzo de 2026", "en Google"]) expect(await text()).toContain(part);
  });

  it("does nothing when it is loaded a second time, and supports several widgets on a page", async () => {
    const again = `<script src="https://data.repute.example/embed/reviews.js"></script>`;
    site = await openSite({ body: again + widgetTag() + widgetTag() });
    await site.page.locator("repute-reviews[data-state=ready]").nth(1).waitFor();
    expect(await site.page.locator("repute-reviews:visible").count()).toBe(2);
    await calm();
  });

  it("shows the reviews even if a policy forbids structured data", async () => {
    site = await openSite({
      policy: strictPolicy.replace("trusted-types repute", "trusted-types other"),
    });
    expect(await text()).toContain("Kind and quick");
    expect(await site.structured()).toEqual([]);
  });
});
