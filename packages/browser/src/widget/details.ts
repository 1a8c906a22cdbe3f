/** File of the widget with the parts that are added after the reviews are shown, and explanations of errors. */
export { explanationOf } from "./explain.js";
export { expandOnClick } from "./expanding.js";
export { addStructuredData } from "./structured-data.js";
