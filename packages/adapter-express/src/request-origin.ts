import type { IncomingMessage } from "node:http";
import { defined, originText, type RequestOrigin } from "@repute/domain";
import { request as express } from "express";

/** A request from Node or from a framework. Only Express sets `app`. */
type AnyRequest = IncomingMessage & { readonly app?: unknown; readonly ip?: unknown };

/**
 * Returns the address of the client. Behind trusted proxies, returns the address that the proxies forward.
 * A host other than Express, such as Fastify, sets the address as an own property `ip`.
 */
export function remoteAddress(request: AnyRequest): string {
  const { ip } = Object.hasOwn(request, "ip") ? request : { ip: request.app && Reflect.get(express, "ip", request) };
  return typeof ip === "string" ? ip : (request.socket.remoteAddress ?? "");
}

/** Returns the origin of a request for the audit trail. The client must still be connected. */
export const originOf = (request: AnyRequest, requestId: string): RequestOrigin => ({
  requestId,
  ...defined({
    address: originText(remoteAddress(request)),
    userAgent: originText(request.headers["user-agent"] ?? ""),
  }),
});
