import type { Domain } from "@repute/domain";
import type { IRouter, RequestHandler } from "express";
import { Router } from "express";
import { HttpProblem } from "./answering/problem.js";
import { checkArguments } from "./check-arguments.js";
import type { Exchange } from "./exchange.js";
import { exchangeOpener } from "./exchange.js";
import { answerFailure } from "./failure.js";
import { metricsPage } from "./metrics-page.js";
import type { AppOptions, RouterOptions } from "./options.js";
import { apiReference } from "./openapi/api-reference.js";
import { isReadablePath } from "./reading/request-url.js";
import { validatorCompiler } from "./reading/validator.js";
import type { RouteTable } from "./route.js";
import { routeServer } from "./serve-route.js";
import { trackingScriptFile } from "./tracking-script-file.js";
import { versions } from "./versions.js";

type Serve = (exchange: Exchange) => Promise<void>;

/** Repute's interface, to be mounted under any path of any Express app. Every path below that is answered here. */
export const createRouter = (domain: Domain, options: RouterOptions): IRouter => routerOf(versions, domain, options);

/** A router of the routes of these tables. */
export function routerOf(tables: readonly RouteTable[], domain: Domain, options: AppOptions): IRouter {
  checkArguments(domain, options);
  const router = Router({ caseSensitive: true });
  const handle = handlerMaker(options);
  const refusePath = handle(
    refuse(new HttpProblem(400, "malformed_path", "the path is not percent-escaped UTF-8 text")),
  );
  router.use((request, response, next) => (isReadablePath(request.url) ? next() : refusePath(request, response, next)));
  for (const [path, methods] of endpoints(tables, domain, options)) {
    router.all(path, handle(dispatcher(path, methods)));
  }
  for (const [path, serve] of [
    ...apiReference(tables, options),
    ...trackingScriptFile(options),
    ...metricsPage(options),
  ]) {
    router.all(path, handle(dispatcher(path, new Map([["GET", serve]]))));
  }
  router.use(handle(refuse(new HttpProblem(404, "no_such_path", "there is nothing at this path"))));
  return router;
}

function handlerMaker(options: RouterOptions) {
  const open = exchangeOpener(options);
  return (serve: Serve): RequestHandler =>
    async (request, response) => {
      const exchange = open(request, response);
      await serve(exchange).catch((error: unknown) => answerFailure(exchange, error, options));
    };
}

/** What serves each method, by path. */
function endpoints(tables: readonly RouteTable[], domain: Domain, options: RouterOptions) {
  const service = { domain, options, compile: validatorCompiler() };
  const found = new Map<string, Map<string, Serve>>();
  for (const { prefix, dataSync, routes } of tables) {
    for (const route of routes) {
      const methods = found.get(prefix + route.path) ?? new Map<string, Serve>();
      found.set(prefix + route.path, methods.set(route.method.toUpperCase(), routeServer(route, dataSync, service)));
    }
  }
  return found;
}

function dispatcher(path: string, methods: ReadonlyMap<string, Serve>): Serve {
  const allow = [...methods.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  const refuseMethod = refuse(
    new HttpProblem(405, "method_not_allowed", `this path takes ${allow}`, { headers: { Allow: allow } }),
  );
  return (exchange) => {
    exchange.facts.route = path;
    const { method = "" } = exchange.request;
    const serve = methods.get(method === "HEAD" ? "GET" : method) ?? refuseMethod;
    return serve(exchange);
  };
}

const refuse =
  (problem: HttpProblem): Serve =>
  () =>
    Promise.reject(problem);
