/** File of the widget for pages with their own colors. */
export { applyColors } from "./coloring.js";
