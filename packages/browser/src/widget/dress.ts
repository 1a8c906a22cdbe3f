/** Minified text of `style.css`, which the build inserts. */
declare const __STYLE__: string;

const element = document.createElement("style");
element.textContent = __STYLE__;

let sheet: CSSStyleSheet | undefined;

/**
 * Applies the styles to a shadow root.
 * Prefers a constructed style sheet because a page's policy may forbid style elements.
 */
export function dress(root: ShadowRoot): void {
  if (!("adoptedStyleSheets" in root)) return void (root as ShadowRoot).append(element.cloneNode(true));
  if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(element.textContent || "");
  root.adoptedStyleSheets = [sheet];
}
