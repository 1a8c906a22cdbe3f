import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Server from "./widget/server.js";

export type { PageSettings, WidgetPage } from "./widget/server.js";

/** Functions that render the widget without a browser: as a page in parts, and as an SVG badge. */
export type WidgetViews = Pick<typeof Server, "widgetPage" | "widgetBadge">;

/** Loads the functions that render the widget without a browser. */
export const widgetViews = (): WidgetViews =>
  createRequire(__filename)(join(__dirname, "../dist/widget-server.js")) as WidgetViews;
