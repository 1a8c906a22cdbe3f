import { type Request, request as express } from "express";
import type { Exchange } from "../exchange.js";

/** True if the client prefers HTML to JSON, as browsers do. */
export const prefersPage = ({ request }: Pick<Exchange, "request">): boolean =>
  express.accepts.call(request as Request, "application/json", "text/html") === "text/html";
