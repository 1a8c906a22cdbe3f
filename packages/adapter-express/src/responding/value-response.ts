import type { IncomingMessage } from "node:http";
import type { Content, Route } from "../route.js";
import { cacheableResponse } from "./cacheable-response.js";
import { type CatalogContent, catalogContent } from "./catalog-cache.js";
import { type ListForm, wholeList } from "./list-form.js";
import type { HttpResponse } from "./response.js";

const json = "application/json";
const noStore = { "Cache-Control": "no-store" };

/** Converts the return value of a handler to a response. A list is rendered in the requested format. */
export function valueResponse(
  { caching, repeats, status: usual = 200 }: Route,
  request: IncomingMessage,
  value: unknown,
  form?: ListForm,
): HttpResponse {
  const status = repeats?.(value) ? 200 : usual;
  const { type, body } = renderedAs(value, form);
  const negotiated = form !== undefined;
  if (status === 204) return { status, headers: noStore, body: Buffer.alloc(0), compressible: false };
  if (caching === "revalidate") {
    return cacheableResponse({ body, type, caching: "private, no-cache", negotiated })(request);
  }
  return {
    status,
    headers: { "Content-Type": type, ...noStore },
    body,
    compressible: true,
    negotiated,
  };
}

/** Renders a list as content for the catalog cache. */
export function catalogContentOf(value: unknown, form: ListForm): CatalogContent {
  const { type, body } = renderedAs(value, form);
  return catalogContent(body, type, itemsOf(value).length);
}

function renderedAs(value: unknown, form: ListForm | undefined): { readonly type: string; readonly body: Buffer } {
  if (!form || form.type === json) return { type: json, body: Buffer.from(JSON.stringify(value)) };
  return { type: form.type, body: wholeList(form, linesOf(value)) };
}

/** Creates a response from content that is not JSON and is already compressed. */
export const contentResponse = (request: IncomingMessage, { type, body }: Content): HttpResponse => ({
  ...cacheableResponse({ body: Buffer.from(body), type, caching: "private, no-cache" })(request),
  compressible: false,
});

/** Returns the items of a list reply, which is either an array or an object with `items`. */
export const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : (value as { readonly items: readonly unknown[] }).items;

const linesOf = (value: unknown): Buffer =>
  Buffer.from(
    itemsOf(value)
      .map((item) => JSON.stringify(item))
      .join("\n"),
  );
