import type { Domain } from "@repute/domain";
import type { Express } from "express";
import express from "express";
import type { AppOptions } from "./options.js";
import { routerOf } from "./router.js";
import { healthRoutes } from "./routes/health.js";
import { versions } from "./versions.js";

/** The whole service as an Express app: the interface, and what supervisors ask. */
export function createApp(domain: Domain, options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.use(routerOf([{ prefix: "", dataSync: "v2-data", routes: healthRoutes(options) }, ...versions], domain, options));
  return app;
}
