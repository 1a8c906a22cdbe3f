/** File of the widget for pages in other languages than English. */
export { textsIn } from "./languages.js";
