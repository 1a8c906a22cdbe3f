/** Attributes of the widget's element, and the reserved height in pixels. Empty values are omitted. */
export type Choice = {
  readonly attributes: Readonly<Record<string, string>>;
  /** Values of CSS custom properties, such as `--repute-star`. */
  readonly colors: Readonly<Record<string, string>>;
  readonly height: number;
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
    React: `import { useEffect } from "react";

export function Reviews() {
  useEffect(() => {
    const script = document.createElement("script");
    script.src = ${JSON.stringify(script)};
    script.async = true;
    document.head.append(script);
  }, []);
  return (
    <repute-reviews
${propsOf(choice)}
    />
  );
}`,
  };
}

const entitled = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" } as const;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entitled[character as keyof typeof entitled]);

const filled = (values: Readonly<Record<string, string>>) => Object.entries(values).filter(([, value]) => value !== "");

/** Removes the characters that end a CSS declaration. */
const cssValue = (value: string): string => value.replace(/[;{}]/g, "");

function elementOf({ attributes, colors, height }: Choice): string {
  const style = [
    "display: block",
    `min-height: ${height}px`,
    ...filled(colors).map(([name, value]) => `${name}: ${cssValue(value)}`),
  ].join("; ");
  const written = filled({ ...attributes, style }).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<repute-reviews${written.join("")}></repute-reviews>`;
}

function propsOf({ attributes, colors, height }: Choice): string {
  const style = { display: "block", minHeight: height, ...Object.fromEntries(filled(colors)) };
  return [
    ...filled(attributes).map(([name, value]) => `      ${name}={${JSON.stringify(value)}}`),
    `      style={${JSON.stringify(style)}}`,
  ].join("\n");
}

/** Writes a string in PHP with single quotes. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;
