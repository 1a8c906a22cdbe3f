/** Attributes of the widget's element, and the heights to reserve. Empty values are omitted. */
export type Choice = {
  readonly attributes: Readonly<Record<string, string>>;
  /** Values of CSS custom properties, such as `--repute-star`. */
  readonly colors: Readonly<Record<string, string>>;
  /** Heights of the widget in pixels by the minimum width of its column, narrowest first. None if they are unknown. */
  readonly heights: readonly (readonly [width: number, height: number])[];
};

/** Code that shows the widget on a page, by the name of the environment. `script` is the URL of the widget's script. */
export function snippetsFor(script: string, choice: Choice): Readonly<Record<"HTML" | "WordPress" | "React", string>> {
  const element = elementOf(choice);
  return {
    HTML: `<script src="${escaped(script)}" async></script>\n${element}`,
    WordPress: `// In the theme's functions.php:
add_action('wp_enqueue_scripts', function () {
  wp_enqueue_script('repute-reviews', ${quoted(script)}, [], null, ['strategy' => 'async']);
});

<!-- In a block of the type "Custom HTML": -->
${element}`,
    React: `// In TypeScript, install @repute/browser for the types, and add: import type {} from "@repute/browser/react";
import { useEffect } from "react";

export function Reviews() {
  useEffect(() => {
    const script = document.createElement("script");
    script.src = ${JSON.stringify(script)};
    script.async = true;
    document.head.append(script);
  }, []);
  return (
    <div style={{ containerType: "inline-size" }}>
      <repute-reviews
${propsOf(choice)}
      />
    </div>
  );
}`,
  };
}

/** If the widget becomes lower by fewer pixels, the reserved height stays the same. */
const minStep = 24;

/**
 * Returns the CSS height that reserves space for the widget in a column of any width: the height in a wide column, and
 * the difference at each width below which the widget has another height. `100cqw` is the width of the column.
 */
function reservedHeight(heights: Choice["heights"]): string {
  let [height, steps] = [heights[0]?.[1] ?? 0, ""];
  if (height === 0) return "100vh";
  for (const [width, next] of heights) {
    const step = height - next;
    if (step >= 0 && step < minStep) continue;
    steps += ` + clamp(${Math.min(0, step)}px, (${width}px - 100cqw) * ${Math.sign(step) * 999}, ${Math.max(0, step)}px)`;
    height = next;
  }
  return steps === "" ? `${height}px` : `calc(${height}px${steps})`;
}

const entitled = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" } as const;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entitled[character as keyof typeof entitled]);

const filled = (values: Readonly<Record<string, string>>) => Object.entries(values).filter(([, value]) => value !== "");

/** Removes the characters that end a CSS declaration. */
const cssValue = (value: string): string => value.replace(/[;{}]/g, "");

function elementOf({ attributes, colors, heights }: Choice): string {
  const style = [
    "display: block",
    `min-height: ${reservedHeight(heights)}`,
    ...filled(colors).map(([name, value]) => `${name}: ${cssValue(value)}`),
  ].join("; ");
  const written = filled({ ...attributes, style }).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<div style="container-type: inline-size"><repute-reviews${written.join("")}></repute-reviews></div>`;
}

function propsOf({ attributes, colors, heights }: Choice): string {
  const style = { display: "block", minHeight: reservedHeight(heights), ...Object.fromEntries(filled(colors)) };
  return [
    ...filled(attributes).map(([name, value]) => `        ${name}={${JSON.stringify(value)}}`),
    `        style={${JSON.stringify(style)}}`,
  ].join("\n");
}

/** Writes a string in PHP with single quotes. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;
