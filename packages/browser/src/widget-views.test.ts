// cspell:disable
import { describe, expect, it } from "@jest/globals";
import { aReview, aWidget } from "../test/widget-site.js";
import { widgetViews } from "./index.js";

const { widgetPage, widgetBadge } = widgetViews();
const hostile = `"><script>alert('1')</script>&<img src=x onerror=alert(2)>`;
const english = { language: "en", layout: "grid" };

describe("the widget as a page", () => {
  it("has the reviews in the language of the page", () => {
    const page = widgetPage(aWidget(), { language: "es-MX", layout: "grid" });
    expect(page).toMatchObject({ language: "es-MX", title: "Opiniones sobre Acme Dental" });
    expect(page.content).toContain("Kind and quick");
    expect(page.content).toContain("1 de marzo de 2026");
    expect(widgetPage(aWidget(), { language: "xx<", layout: "?" }).language).toBe("en");
  });

  it.each(["grid", "list", "carousel", "badge", "summary"])(
    "says that there are no ratings in the layout %s",
    (layout) => {
      const links = [{ platform: "Google", write: "https://g.example/write" }];
      const none = aWidget({ total: 0, rating: null, reviews: [], links });
      const { content } = widgetPage(none, { language: "en", layout });
      expect(content).toContain(">No ratings yet</p>");
      expect(content).not.toMatch(/\d|stars|rating"/);
      expect(content.includes("Leave a review")).toBe(layout !== "badge");
      expect(widgetPage(none, { language: "de", layout }).content).toContain("Noch keine Bewertungen");
    },
  );

  it.each([
    ["en-US", "Very kind", "Original (translated by Google)"],
    ["es", "Muy amable", "Traducción de Google"],
    ["nl", "Very kind", "Original (translated by Google)"],
  ])("shows one version of a translated comment in %s, and the other on request", (language, shown, label) => {
    const reviews = [aReview({ comment: "Very kind", language: "en", original: "Muy amable" })];
    for (const layout of ["grid", "list", "carousel"]) {
      const { content } = widgetPage(aWidget({ reviews }), { language, layout });
      const [visible = "", hidden = ""] = content.split("<details");
      expect([visible.includes("Very kind"), visible.includes("Muy amable")]).toEqual([
        shown === "Very kind",
        shown === "Muy amable",
      ]);
      expect(hidden).toContain(`>${label}</summary>`);
      expect(hidden).toContain(shown === "Very kind" ? "Muy amable" : "Very kind");
    }
  });

  it("is right-to-left in Arabic and Hebrew", () => {
    for (const [language, code] of [["ar"], ["he"], ["iw", "he"]] as const) {
      const page = widgetPage(aWidget(), { language, layout: "summary" });
      expect(page).toMatchObject({ language: code ?? language, direction: "rtl" });
      expect(page.content).toContain('<dt dir="auto">');
      const badge = widgetBadge(aWidget(), language);
      expect(badge).toMatch(/<text [^>]*x="228" direction="rtl" y="36"/);
      expect(badge).toContain("scale(-0.8 0.8)");
    }
    expect(widgetPage(aWidget(), english).direction).toBe("ltr");
  });

  it("has the whole text of long comments, and no buttons", () => {
    const comment = "Very long. ".repeat(100);
    const { content } = widgetPage(aWidget({ reviews: [aReview({ comment })] }), english);
    expect(content).toContain(comment);
    expect(content).not.toMatch(/<button|class="comment cut"/);
  });

  it.each(["grid", "list", "carousel", "badge", "summary"])("escapes hostile texts in the layout %s", (layout) => {
    const reviews = [
      aReview({ name: hostile, comment: hostile, platform: hostile, create_time: "2026-03-01T00:00:00Z" }),
    ];
    const { content, title } = widgetPage(aWidget({ name: hostile, reviews }), { language: hostile, layout });
    expect(title).toContain("<script>");
    const tags = content.replace(/="[^"]*"/g, "").match(/<[^<>]+>/g);
    expect(tags?.join("")).not.toMatch(/script|img|onerror/);
    expect(content).toContain("&lt;script&gt;");
  });

  it("links to the platforms, except in a badge, and only with https", () => {
    const links = [
      { platform: "Google", write: "https://g.example/write?a=1&b=2", read: "https://g.example/all" },
      { platform: hostile, write: "javascript:alert(1)" },
    ];
    const content = (layout: string) => widgetPage(aWidget({ links }), { language: "en", layout }).content;
    const google = '<a dir="auto" href="https://g.example/write?a=1&amp;b=2" target="_blank" rel="noopener nofollow">';
    expect(content("grid")).toContain(`${google}Leave a review on Google</a>`);
    expect(content("list")).toContain("See all reviews on Google</a>");
    expect(content("grid")).not.toContain("javascript:");
    expect(content("badge")).not.toContain("<a ");
  });

  it("arranges the reviews by layout", () => {
    const content = (layout: string) => widgetPage(aWidget(), { language: "en", layout }).content;
    expect(content("list")).toContain('<ul part="list" class="one">');
    expect(content("carousel")).toContain('<ul part="list" class="row" tabindex="0">');
    expect(content("badge")).not.toContain("<li");
    expect(content("summary")).toMatch(
      /<dt dir="auto">5 out of 5 stars<\/dt>.*<dd>800<\/dd>.*<dt dir="auto">1 out of 5 stars/,
    );
  });
});

describe("the badge", () => {
  it("shows the average and the number of ratings, with a name for screen readers", () => {
    const svg = widgetBadge(aWidget(), "en");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="240" height="56"/);
    expect(svg).toContain("<title>Reviews of Acme Dental: 4.7 out of 5 stars, 1,234 ratings</title>");
    expect(svg).toContain(">1,234 ratings</text>");
    expect(svg).not.toMatch(/class=|<style|<script/);
  });

  it("says that there are no ratings", () => {
    const svg = widgetBadge(aWidget({ total: 0, rating: null, reviews: [] }), "en");
    expect(svg).toContain("<title>Reviews of Acme Dental: No ratings yet</title>");
    expect(svg).toContain(">No ratings yet</text>");
    expect(svg).not.toMatch(/>0|stars|<path/);
  });

  it("escapes hostile names", () => {
    expect(widgetBadge(aWidget({ name: hostile }), hostile)).not.toMatch(/<(?:script|img)/);
  });
});
