import type { Domain } from "@repute/domain";
import type { Express } from "express";
import express from "express";
import type { OpenApiDocument } from "./openapi/open-api-document.js";
import { documentOf } from "./openapi/open-api-document.js";
import type { AppOptions } from "./options.js";
import type { RouteTable } from "./route.js";
import { routerOf } from "./router.js";
import { healthRoutes } from "./routes/health.js";
import { interfaceTables } from "./versions.js";

/** The whole service as an Express app: the interface, and what supervisors ask. */
export function createApp(domain: Domain, options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.set("trust proxy", options.trustProxy ?? false);
  app.use(routerOf(appTables(options), domain, options));
  return app;
}

/** What the app says of itself, as OpenAPI 3.1; `server` is the address of the service. */
export const openApiDocument = (server?: string): OpenApiDocument => documentOf(appTables({}), server);

/** Every endpoint of the app. */
export const appTables = (options: Pick<AppOptions, "ready">): readonly RouteTable[] => [
  { prefix: "", dataSync: "v2-data", routes: healthRoutes(options) },
  ...interfaceTables,
];
