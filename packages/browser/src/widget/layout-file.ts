/** File of the widget with the layouts other than the grid. The first file loads it for elements with such a layout. */
export { layoutOf, layoutStyle } from "./layouts.js";
export { moveOnClick } from "./moving.js";
