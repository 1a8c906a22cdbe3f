import type { RequestListener } from "node:http";
import type { Domain } from "@repute/domain";
import type { Request, Response } from "express";
import express from "express";
import type { OpenApiDocument } from "./openapi/open-api-document.js";
import { documentOf } from "./openapi/open-api-document.js";
import type { AppOptions, RouterOptions } from "./options.js";
import type { RouteTable } from "./route.js";
import { metricsRouter, routerOf } from "./router.js";
import { healthRoutes } from "./routes/health.js";
import type { Trusts } from "./untrusted-proxy.js";
import { untrustedProxyWatch } from "./untrusted-proxy.js";
import { interfaceTables } from "./versions.js";

/**
 * The whole service: the interface, and what supervisors ask. Express's router without an app of Express around it,
 * which would give every request and response another prototype: that takes longer than all of a small request's rest.
 */
export function createApp(domain: Domain, options: AppOptions): RequestListener {
  const router = routerOf(appTables(options), domain, options);
  // What Express goes by when it is asked where a request comes from.
  const app = express().set("trust proxy", options.trustProxy ?? false);
  const watch = untrustedProxyWatch(app.get("trust proxy fn") as Trusts, options.onUntrustedProxy ?? (() => {}));
  return (request, response) => {
    watch(request);
    Object.assign(request, { app });
    // Nothing comes out at the other end: the router responds to everything.
    router(request as Request, response as Response, () => response.destroy());
  };
}

/** Serves metrics at `/metrics` and nothing else, for a listener of its own. */
export function createMetricsApp(
  metrics: NonNullable<AppOptions["metrics"]>,
  options: Pick<RouterOptions, "report">,
): RequestListener {
  const router = metricsRouter({ ...options, metrics });
  return (request, response) => router(request as Request, response as Response, () => response.destroy());
}

/** What the app says of itself, as OpenAPI 3.1; `server` is the address of the service. */
export const openApiDocument = (server?: string): OpenApiDocument => documentOf(appTables({}), server);

/** Every endpoint of the app. */
export const appTables = (options: Pick<AppOptions, "ready">): readonly RouteTable[] => [
  { prefix: "", dataSync: "v2-data", routes: healthRoutes(options) },
  ...interfaceTables,
];
