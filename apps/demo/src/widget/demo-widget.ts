import type { RequestListener } from "node:http";
import { type AccountId, type Domain, isDomainError, type WidgetId } from "@repute/domain";
import { pagePolicy, widgetPage } from "./widget-page.js";

const path = "/demo/widget";

/** Returns the ID of the demo's widget. Creates the widget if an earlier version created the demo without a widget. */
export async function demoWidget({ widget }: Domain, account: AccountId): Promise<WidgetId> {
  try {
    return (await widget.show(account)).id;
  } catch (error) {
    if (!isDomainError(error) || error.code !== "widget_not_configured") throw error;
    return (await widget.set(account, { first_name_only: true })).id;
  }
}

/** Adds a page with the widget to an app, as an example of a practice's page. The page is not part of the API. */
export function withDemoWidget(app: RequestListener, widget: WidgetId): RequestListener {
  const page = Buffer.from(widgetPage(widget));
  return (request, response) => {
    if (request.url?.split("?")[0] !== path) return app(request, response);
    const isRead = request.method === "GET" || request.method === "HEAD";
    response.writeHead(isRead ? 200 : 405, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": pagePolicy,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...(isRead ? {} : { Allow: "GET, HEAD" }),
    });
    response.end(request.method === "HEAD" ? undefined : page);
  };
}
