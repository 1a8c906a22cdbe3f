import type { RequestListener } from "node:http";
import type { Domain } from "@repute/domain";
import express from "express";
import { handlerOf } from "./mount.js";
import { documentOf, type OpenApiDocument } from "./openapi/open-api-document.js";
import type { AppOptions, RouterOptions } from "./options.js";
import type { RouteTable } from "./route.js";
import { metricsRouter, routerOf } from "./router.js";
import { healthRoutes } from "./routes/health.js";
import { type Trusts, untrustedProxyWatch } from "./untrusted-proxy.js";
import { interfaceTables } from "./versions.js";

/**
 * Creates the request listener of the whole service: the API and the endpoints for supervisors.
 * Uses Express's router without an Express application, because an application slows down small requests.
 */
export function createApp(domain: Domain, options: AppOptions): RequestListener {
  const handle = handlerOf(routerOf(appTables(options), domain, options));
  // Express reads proxy settings from an application. This application is only for the settings and serves no requests.
  const app = express().set("trust proxy", options.trustProxy ?? false);
  const watch = untrustedProxyWatch(app.get("trust proxy fn") as Trusts, options.onUntrustedProxy ?? (() => {}));
  return (request, response) => {
    watch(request);
    Object.assign(request, { app });
    handle(request, response);
  };
}

/** Creates a request listener that serves only `/metrics`, for a separate port. */
export function createMetricsApp(
  metrics: NonNullable<AppOptions["metrics"]>,
  options: Pick<RouterOptions, "report">,
): RequestListener {
  return handlerOf(metricsRouter({ ...options, metrics }));
}

/** Returns the OpenAPI 3.1 document of the service. `server` is the service's base URL. */
export const openApiDocument = (server?: string): OpenApiDocument => documentOf(appTables({}), server);

/** Returns the route tables of the whole service: health checks, the API and its versions. */
export const appTables = (options: Pick<AppOptions, "ready">): readonly RouteTable[] => [
  { prefix: "", dataSync: "v2-data", routes: healthRoutes(options) },
  ...interfaceTables,
];
