import type { Domain } from "@repute/domain";
import { handlerOf } from "./mount.js";
import type { RouterOptions } from "./options.js";
import type { RouterHandler } from "./router-handler.js";
import { routerOf } from "./router.js";
import { interfaceTables } from "./versions.js";

/**
 * Creates Repute's API as a request handler for any path of an app.
 * The handler responds to every path below its mount path.
 */
export const createRouter = (domain: Domain, options: RouterOptions): RouterHandler =>
  handlerOf(routerOf(interfaceTables, domain, options));
