import type { IncomingMessage } from "node:http";
import type { Route } from "../route.js";
import type { Answer } from "./answer.js";
import { keptAnswer } from "./kept-answer.js";
import type { ListForm } from "./list-form.js";
import { wholeList } from "./list-form.js";

const json = "application/json";

/** A handler's value as an answer; in a form that the client chose, where it is a list. */
export function valueAnswer({ caching }: Route, request: IncomingMessage, value: unknown, form?: ListForm): Answer {
  const type = form?.type ?? json;
  const body = form && type !== json ? wholeList(form, linesOf(value)) : Buffer.from(JSON.stringify(value));
  const negotiated = form !== undefined;
  if (caching === "revalidate") {
    return { ...keptAnswer(request, { body, type, caching: "private, no-cache" }), negotiated };
  }
  return {
    status: 200,
    headers: { "Content-Type": type, "Cache-Control": "no-store" },
    body,
    compressible: true,
    negotiated,
  };
}

/** A list's items, joined by line feeds. */
function linesOf(value: unknown): Buffer {
  const items = Array.isArray(value) ? value : (value as { readonly items: readonly unknown[] }).items;
  return Buffer.from(items.map((item) => JSON.stringify(item)).join("\n"));
}
