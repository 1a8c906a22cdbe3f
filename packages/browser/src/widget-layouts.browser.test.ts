import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { describeInBrowser } from "../../../test/browser.js";
import { aReview, aWidget, siteOpener, widgetTag } from "../test/widget-site.js";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const id = 'widget="AAAAAAAAAAAAAAAAAAAAAA"';
const hostile = `"><img src=x onerror="window.hacked = true"><script>window.hacked = true</script>`;
const reviews = Array.from({ length: 8 }, (_, index) => aReview({ name: `Ann ${index}`, comment: `Kind ${hostile}` }));

describeInBrowser("the layouts of the widget", () => {
  const open = siteOpener();

  it.each(["list", "carousel", "badge", "summary"])(
    "%s fits narrow and wide pages under a strict policy, and stays harmless",
    async (layout) => {
      for (const width of [120, 360, 1_440]) {
        const body = widgetTag(`${id} layout="${layout}"`);
        const site = await open({ widget: aWidget({ name: hostile, reviews }), body, width });
        expect(await site.inside("root.querySelector('section').scrollWidth <= root.host.clientWidth")).toBe(true);
        expect(await site.page.evaluate("window.hacked")).toBeUndefined();
        expect([site.errors, await site.violations()]).toEqual([[], []]);
        await site.page.evaluate(axe);
        const faults = "axe.run('repute-reviews').then(({ violations }) => violations.map(({ id }) => id))";
        expect([layout, width, await site.page.evaluate(faults)]).toEqual([layout, width, []]);
      }
    },
    120_000,
  );

  it("scrolls the carousel with its buttons and with the keyboard, and never by itself", async () => {
    const body = widgetTag(`${id} layout="carousel"`);
    const { page, inside } = await open({ widget: aWidget({ reviews }), body, width: 600 });
    const left = () => inside('root.querySelector(".row").scrollLeft') as Promise<number>;
    const [back, forth] = [page.getByLabel("Previous reviews"), page.getByLabel("Next reviews")];
    expect([await left(), await back.getAttribute("aria-disabled")]).toEqual([0, "true"]);
    await forth.click();
    const until = async (isMet: () => Promise<boolean>) => {
      while (!(await isMet())) await page.waitForTimeout(20);
    };
    await until(async () => (await left()) > 100 && (await back.getAttribute("aria-disabled")) === "false");
    const before = await left();
    await page.locator(".row").focus();
    await page.keyboard.press("ArrowRight");
    await until(async () => (await left()) > before);
  });

  it("links to the platforms after the reviews are shown", async () => {
    const links = [{ platform: "Google", write: "https://g.example/write" }];
    const { page, inside } = await open({ widget: aWidget({ links }) });
    await page.getByRole("link", { name: "Leave a review on Google" }).waitFor();
    expect(await inside('root.querySelector("section").lastElementChild.className')).toBe("links");
  });

  it("shows the distribution of stars in the summary", async () => {
    const { inside } = await open({ body: widgetTag(`${id} layout="summary"`) });
    expect(await inside('[...root.querySelectorAll("dd:not([aria-hidden])")].map((one) => one.textContent)')).toEqual([
      "800",
      "300",
      "100",
      "14",
      "20",
    ]);
    expect(await inside('root.querySelectorAll("li").length')).toBe(0);
  });

  it("uses the grid for an unknown layout, and sends the element's filters to the service", async () => {
    const { page, inside, requests } = await open({
      body: widgetTag(`${id} layout="<b>" location="1,2" provider="3" limit="4"`),
    });
    expect(await inside('root.querySelectorAll("ul").length')).toBe(1);
    expect(requests.find((url) => url.includes(".json"))).toMatch(/\.json\?location_id=1%2C2&provider_id=3&limit=4$/);
    await page.evaluate('document.querySelector("repute-reviews").setAttribute("layout", "badge")');
    while (await inside('root.querySelectorAll("ul").length')) await page.waitForTimeout(20);
  });
});
