import { createNodes } from "./dom.js";
import type { EmbeddedWidget } from "./embedded-widget.js";
import { expandOnClick } from "./expanding.js";
import { distinctLabel, labels } from "./labels.js";
import { linksView } from "./links-view.js";
import { addStructuredData } from "./structured-data.js";
import type { Texts } from "./texts.js";

// This file of the widget has everything beyond the average and the reviews, and explanations of errors.
export { explanationOf } from "./explain.js";

/** Minified text of `details.css`, which the build inserts. */
declare const __DETAILS__: string;

export const detailsStyle = __DETAILS__;

/** Settings of the details: the schema.org type of the practice, and whether the widget has links. */
type Settings = { readonly type: string; readonly hasLinks: boolean };

/**
 * Completes a widget: buttons of long comments, links to platforms, a name that no other widget has, and data for
 * search engines. Returns a function that removes the parts outside of the widget.
 */
export function complete(
  section: HTMLElement,
  widget: EmbeddedWidget,
  texts: Texts,
  { type, hasLinks }: Settings,
): () => void {
  expandOnClick(section);
  const links = hasLinks && linksView(widget, texts);
  if (links) section.append(createNodes(links));
  const label = distinctLabel(section.getAttribute("aria-label") || "");
  section.setAttribute("aria-label", label);
  const removeData = addStructuredData(widget, type);
  return () => {
    labels.delete(label);
    removeData();
  };
}
