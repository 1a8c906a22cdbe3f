/** Second file of the widget. The first file loads it for pages with their own colors or in another language. */
export { applyColors } from "./coloring.js";
export { textsIn } from "./languages.js";
