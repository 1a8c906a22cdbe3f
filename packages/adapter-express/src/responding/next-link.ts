import type { Exchange } from "../exchange.js";
import type { RouterOptions } from "../options.js";
import { readPairs } from "../reading/query.js";
import { rawQuery } from "../reading/request-url.js";

/** Returns the `Link` header for the next page: the request's public path and query with the next cursor. */
export function nextLink(
  { request, facts }: Exchange,
  { baseUrl }: Pick<RouterOptions, "baseUrl">,
  cursor: string,
): string {
  const mount = new URL(baseUrl ?? request.baseUrl ?? "", "http://any").pathname.replace(/\/$/, "");
  const others = readPairs(rawQuery(request.url ?? "")).filter(([name]) => name !== "" && name !== "cursor");
  const query = [...others, ["cursor", cursor]].map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  return `<${mount}${facts.route}?${query}>; rel="next"`;
}
