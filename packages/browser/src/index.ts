export { trackingScript } from "./tracking-script.js";
export { widgetScript } from "./widget-script.js";
