export { trackingScript } from "./tracking-script.js";
export { widgetScripts } from "./widget-script.js";
export type { PageSettings, WidgetPage, WidgetViews } from "./widget-views.js";
export { widgetViews } from "./widget-views.js";
