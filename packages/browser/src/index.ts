export { trackingScript } from "./tracking-script.js";
export { widgetScripts } from "./widget-script.js";
