/**
 * CSS of the widget.
 * Logical properties support both text directions.
 * Colors meet the contrast of WCAG 2.2 AA.
 * Comments that are too short for a button scroll if they have more than 14 lines.
 * Only very wide characters need that many.
 */
const style = `
:host { display: block; contain: paint; color: var(--repute-color, #1d2b26); background: var(--repute-background, #fff);
  font: var(--repute-font, 1rem/1.5 system-ui, sans-serif); text-align: start; }
:host([hidden]), :host(:not([data-state="ready"])) { display: none; }
section { container-type: inline-size; padding: var(--repute-padding, 1rem); }
.summary { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; margin: 0 0 1rem; }
.rating { font-size: 1.5em; font-weight: 700; line-height: 1.2; }
.total, .about { color: var(--repute-muted, #52625c); }
.stars { block-size: 1.25em; inline-size: 6.25em; flex: none; }
.stars:dir(rtl) { transform: scaleX(-1); }
.full { fill: var(--repute-star, #b45309); }
.empty { fill: var(--repute-star-empty, #d5dcd8); }
ul { display: grid; gap: var(--repute-gap, 1rem); margin: 0; padding: 0; list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--repute-column, 17rem)), 1fr)); }
li { overflow: hidden; padding: 1rem; border: 1px solid var(--repute-border, #d5dcd8); border-radius: var(--repute-radius, .75rem);
  background: var(--repute-card, transparent); min-inline-size: 0; }
.name { margin: 0; font-weight: 600; line-height: 1.4; overflow-wrap: anywhere; }
.about { margin: 0 0 .5rem; font-size: .875em; overflow-wrap: anywhere; }
.name, .about, .comment { text-align: -webkit-match-parent; text-align: match-parent; }
.comment { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.comment:last-child { max-block-size: 21em; overflow-y: auto; }
.name, .about, .cut { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; overflow: hidden; }
.name, .about { -webkit-line-clamp: 2; }
button { min-block-size: 1.5rem; margin-block-start: .25rem; padding: .125rem 0; border: 0; background: none; font: inherit;
  color: var(--repute-link, #1f6f54); text-decoration: underline; cursor: pointer; }
button:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; border-radius: 2px; }
@media (forced-colors: active) { .full { fill: CanvasText; } .empty { fill: Canvas; stroke: CanvasText; } button { color: LinkText; } }
`;

let sheet: CSSStyleSheet | undefined;

/**
 * Applies the styles to a shadow root.
 * Prefers a constructed style sheet because a page's policy may forbid style elements.
 */
export function dress(root: ShadowRoot): void {
  if (!("adoptedStyleSheets" in root)) {
    const element = document.createElement("style");
    element.textContent = style;
    (root as ShadowRoot).append(element);
    return;
  }
  if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(style);
  root.adoptedStyleSheets = [sheet];
}
