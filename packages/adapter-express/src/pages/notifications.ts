import type { Domain } from "@repute/domain";
import type { RouterOptions } from "../options.js";
import { prefersPage } from "../requests/request-head.js";
import { type HttpResponse, sendResponse } from "../responses/response.js";
import type { RateLimits } from "../router/access.js";
import type { Exchange } from "../router/exchange.js";
import { escapeHtml, pageResponse, plainPage } from "./page-template.js";

export const notificationsPath = "/notifications/:id";

/**
 * Serves the page on which a user ends notifications: GET shows a button, POST ends them. Mail programs send the POST request
 * themselves (RFC 8058), so its body is not read.
 */
export function notificationsEndpoint({ notifications }: Domain, options: RouterOptions, limits: RateLimits) {
  const show = async (exchange: Exchange) => {
    await limits.invitation(exchange);
    const { practice } = await notifications.open(idOf(exchange));
    return sendResponse(exchange, endPage(practice), options);
  };

  const end = async (exchange: Exchange) => {
    await limits.invitation(exchange);
    const { practice } = await notifications.end(idOf(exchange), exchange.origin);
    const page = {
      heading: "The notifications have ended",
      sentences: [`You get no more messages about ${practice}.`],
    };
    return sendResponse(exchange, plainPage(200, page), options);
  };

  return {
    methods: new Map([
      ["GET", show],
      ["POST", end],
    ]),
    prepare: (exchange: Exchange) => {
      if (prefersPage(exchange)) exchange.facts.errors = "page";
    },
  };
}

const idOf = ({ request }: Exchange): string =>
  ((request.params ?? {}) as Readonly<Record<string, string>>)["id"] ?? "";

function endPage(practice: string): HttpResponse {
  const heading = `End the notifications about ${practice}?`;
  const content = `      <h1>${escapeHtml(heading)}</h1>
      <form method="post">
        <button type="submit">End notifications</button>
      </form>`;
  return pageResponse(200, heading, content);
}
