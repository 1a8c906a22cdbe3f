/** Minified text of `style.css`, which the build inserts. */
declare const __STYLE__: string;

const sheets = new Map<string, CSSStyleSheet>();

/**
 * Applies the styles to a shadow root, with additional styles of further files.
 * Prefers constructed style sheets because a page's policy may forbid style elements.
 */
export function dress(root: ShadowRoot, ...more: readonly (string | undefined)[]): void {
  const texts = [__STYLE__, ...more.map((text = "") => text)];
  if ("adoptedStyleSheets" in root) return void (root.adoptedStyleSheets = texts.map(sheetOf));
  const { firstChild } = root as ShadowRoot;
  const element = firstChild instanceof HTMLStyleElement ? firstChild : document.createElement("style");
  element.textContent = texts.join("");
  (root as ShadowRoot).prepend(element);
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = sheets.get(text) || new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}
