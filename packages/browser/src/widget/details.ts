import { createNodes } from "./dom.js";
import type { EmbeddedWidget } from "./embedded-widget.js";
import { linksView } from "./links-view.js";
import type { Texts } from "./texts.js";

// This file of the widget has the parts that are added after the reviews are shown, and explanations of errors.
export { explanationOf } from "./explain.js";
export { expandOnClick } from "./expanding.js";
export { addStructuredData } from "./structured-data.js";

/** Adds the links to the platforms at the end of the widget. */
export function addLinks(section: HTMLElement, widget: EmbeddedWidget, texts: Texts): void {
  const view = linksView(widget, texts);
  if (view) section.append(createNodes(view));
}
