import { describe, expect, it } from "@jest/globals";
import { snippetsFor } from "./snippets.js";

const script = "https://data.example.com/embed/reviews.js";
const choice = {
  attributes: { widget: "k3Jw0pX1mJ2rT8uZbA4HkQ", layout: "list", lang: "" },
  colors: { "--repute-star": "#fbbf24", "--repute-background": "" },
  heights: [[320, 480]] as const,
};

describe("the code for pages", () => {
  it("contains only the values that are set", () => {
    expect(snippetsFor(script, choice).HTML).toBe(
      `<script src="${script}" async></script>\n` +
        '<div style="container-type: inline-size"><repute-reviews widget="k3Jw0pX1mJ2rT8uZbA4HkQ" layout="list" ' +
        'style="display: block; min-height: 480px; --repute-star: #fbbf24"></repute-reviews></div>',
    );
  });

  it("loads the script in WordPress and React", () => {
    const { WordPress, React } = snippetsFor(script, choice);
    expect(WordPress).toContain(`wp_enqueue_script('repute-reviews', '${script}', [], null, ['strategy' => 'async']);`);
    expect(React).toContain(`script.src = "${script}";`);
    expect(React).toContain(
      '        layout={"list"}\n        style={{"display":"block","minHeight":"480px","--repute-star":"#fbbf24"}}',
    );
  });

  it("reserves the height that the widget has in a column of each width", () => {
    const heightOf = (...heights: [number, number][]) =>
      /min-height: ([^;]*);/.exec(snippetsFor(script, { ...choice, heights }).HTML)?.[1];
    expect(heightOf([320, 1_500], [480, 1_480], [592, 800])).toBe(
      "calc(800px + clamp(0px, (592px - 100cqw) * 999, 700px))",
    );
    expect(heightOf([320, 200], [592, 300], [880, 180])).toBe(
      "calc(180px + clamp(-100px, (592px - 100cqw) * -999, 0px) + clamp(0px, (880px - 100cqw) * 999, 120px))",
    );
    expect(heightOf()).toBe("100vh");
  });

  it("escapes hostile values", () => {
    const hostile = `"></repute-reviews><script>alert('1')</script>;}`;
    const found = snippetsFor(`${script}?'\\`, {
      ...choice,
      attributes: { widget: hostile },
      colors: { "--repute-star": hostile },
    });
    expect(found.HTML.match(/<\/?(?:script|repute-reviews)/g)).toHaveLength(4);
    expect(found.WordPress).toContain(`reviews.js?\\'\\\\', [], null`);
    expect(found.React).toContain(`widget={${JSON.stringify(hostile)}}`);
  });
});
