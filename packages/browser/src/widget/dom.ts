import type { Markup } from "./reviews-view.js";

const svgNames = /^(?:svg|g|path)$/;

/** Creates the DOM nodes of an element. */
export function createNodes({ name, attributes, content }: Markup): Element {
  const element = svgNames.test(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...content.map((one) => (typeof one === "string" ? one : createNodes(one))));
  return element;
}
