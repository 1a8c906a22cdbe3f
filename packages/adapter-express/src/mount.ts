import type { IncomingMessage } from "node:http";
import type { IRouter, Request, Response } from "express";
import type { MountedRequest } from "./exchange.js";
import type { RouterOptions } from "./options.js";
import type { RouterHandler } from "./router-handler.js";

/** Converts a router to a plain request handler. Without `next`, an unexpected error closes the connection. */
export function handlerOf(router: IRouter): RouterHandler {
  const handle: RouterHandler = (request, response, next = () => response.destroy()) => {
    (request as MountedRequest).baseUrl ??= mountPath(request);
    router(request as Request, response as Response, next);
  };
  return Object.assign(handle, { stack: router.stack });
}

/** Returns the path that a host other than Express has removed from the start of the URL. */
function mountPath({ originalUrl = "", url = "" }: IncomingMessage & { readonly originalUrl?: string }): string {
  // If the request URL is just the mount path, the rest is empty, but Express passes `/` as the rest.
  const rest = originalUrl.endsWith(url) ? url : url.replace(/^\//, "");
  return originalUrl.endsWith(rest) ? originalUrl.slice(0, originalUrl.length - rest.length) : "";
}

/** Returns the public path under which the host has mounted the router. */
export const mountOf = ({ baseUrl: path }: MountedRequest, { baseUrl }: RouterOptions): string =>
  (baseUrl ?? path ?? "").replace(/\/$/, "");
