import type { IncomingMessage } from "node:http";
import type { Route } from "../route.js";
import type { Answer } from "./answer.js";
import { keptAnswer } from "./kept-answer.js";

const json = "application/json";

/** A handler's value as an answer. */
export function valueAnswer({ caching }: Route, request: IncomingMessage, value: unknown): Answer {
  const body = Buffer.from(JSON.stringify(value));
  if (caching === "revalidate") return keptAnswer(request, { body, type: json, caching: "private, no-cache" });
  return {
    status: 200,
    headers: { "Content-Type": json, "Cache-Control": "no-store" },
    body,
    compressible: true,
  };
}
