import type { RequestListener } from "node:http";
import type { AccountId, Domain, WidgetId } from "@repute/domain";
import { isDomainError } from "@repute/domain";
import { pagePolicy, widgetPage } from "./widget-page.js";

const path = "/demo/widget";

/** The id of the demo's widget, which a demo that was made by an earlier version gets now. */
export async function demoWidget({ widget }: Domain, account: AccountId): Promise<WidgetId> {
  try {
    return (await widget.show(account)).id;
  } catch (error) {
    if (!isDomainError(error) || error.code !== "widget_not_configured") throw error;
    return (await widget.set(account, { first_name_only: true })).id;
  }
}

/** The app with a page before it that shows the widget, as a practice's own page would; no part of the interface. */
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
