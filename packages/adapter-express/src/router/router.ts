import type { Domain } from "@repute/domain";
import { type IRouter, type RequestHandler, Router } from "express";
import { apiReference } from "../openapi/api-reference.js";
import { type AppOptions, checkArguments, type RouterOptions } from "../options.js";
import { embedEndpoints, trackingScriptFile } from "../pages/embed.js";
import { invitationEndpoint } from "../pages/invitation.js";
import { practicePages } from "../pages/practice-pages.js";
import { notificationsEndpoint, notificationsPath } from "../pages/notifications.js";
import { plainPage } from "../pages/page-template.js";
import { startPage } from "../pages/start-page.js";
import { isReadablePath, prefersPage, rawPath } from "../requests/request-head.js";
import { validatorCompiler } from "../requests/request-reader.js";
import { catalogCache } from "../responses/cacheable-response.js";
import { respondToFailure } from "../responses/error-response.js";
import { HttpProblem } from "../responses/problem.js";
import { sendResponse } from "../responses/response.js";
import type { RouteTable } from "../route.js";
import { oauthRoutes } from "../routes/oauth.js";
import { type RateLimits, rateLimits } from "./access.js";
import { changeWaits } from "./change-waits.js";
import { type Exchange, exchangeOpener, mountOf } from "./exchange.js";
import { routeServer } from "./serve-route.js";
import { trackerEndpoint, trackerPath } from "./tracker-events.js";

type Serve = (exchange: Exchange) => Promise<void>;

/** The handlers for one path by HTTP method. `prepare` runs before each handler. */
type Endpoint = { readonly methods: Map<string, Serve>; readonly prepare?: (exchange: Exchange) => void };

/** Creates a router for the given route tables. */
export function routerOf(known: readonly RouteTable[], domain: Domain, options: AppOptions): IRouter {
  checkArguments(domain, options);
  const tables = options.ownCredentials === false ? known.filter(({ routes }) => routes !== oauthRoutes) : known;
  const router = Router({ caseSensitive: true });
  const handle = handlerMaker(options);
  const refusePath = handle(refuse(new HttpProblem(400, "malformed_path", "the path must be percent-encoded UTF-8")));
  router.use((request, response, next) => (isReadablePath(request.url) ? next() : refusePath(request, response, next)));
  const limits = rateLimits(options);
  const serve = pathServer(router);
  for (const [path, endpoint] of endpoints(tables, domain, options, limits)) {
    serve(path, handle(dispatcher(path, endpoint)));
  }
  const invitationPath = "/invitation/:token";
  serve(invitationPath, handle(dispatcher(invitationPath, invitationEndpoint(domain, options, limits))));
  serve(notificationsPath, handle(dispatcher(notificationsPath, notificationsEndpoint(domain, options, limits))));
  serve(trackerPath, handle(dispatcher(trackerPath, trackerEndpoint(domain, options, limits))));
  for (const [path, get] of [
    ...startPage(tables, options),
    ...practicePages(options),
    ...apiReference(tables, options),
    ...trackingScriptFile(options),
    ...embedEndpoints(domain, options, limits),
    ...metricsPage(options),
  ]) {
    serve(path, handle(dispatcher(path, { methods: new Map([["GET", get]]) })));
  }
  router.use(handle(missingPage(options)));
  return router;
}

/** Creates a router that serves only `/metrics`. */
export function metricsRouter(options: AppOptions): IRouter {
  const router = Router({ caseSensitive: true });
  const handle = handlerMaker(options);
  for (const [path, get] of metricsPage(options)) {
    router.all(path, handle(dispatcher(path, { methods: new Map([["GET", get]]) })));
  }
  router.use(handle(refuseOther));
  return router;
}

/**
 * Returns a function that adds paths to a router.
 * Paths without parameters are looked up in a map, because the router would try all earlier paths first.
 */
function pathServer(router: IRouter): (path: string, handler: RequestHandler) => void {
  const plain = new Map<string, RequestHandler>();
  router.use((request, response, next) => {
    const path = rawPath(request.url);
    const handler = plain.get(path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path);
    return handler ? handler(request, response, next) : next();
  });
  return (path, handler) => {
    // Add the path to the router's stack too, because some tools list an application's routes from the stack.
    router.all(path, handler);
    if (!/[:*{(]/.test(path)) plain.set(path, handler);
  };
}

function handlerMaker(options: RouterOptions) {
  const open = exchangeOpener(options);
  return (serve: Serve): RequestHandler =>
    async (request, response) => {
      const exchange = open(request, response);
      await serve(exchange).catch((error: unknown) => respondToFailure(exchange, error, options));
    };
}

/** Returns the handlers by path and HTTP method. */
function endpoints(tables: readonly RouteTable[], domain: Domain, options: RouterOptions, limits: RateLimits) {
  const admitWait = changeWaits(domain, options);
  const service = { domain, options, limits, compile: validatorCompiler(), catalogs: catalogCache(), admitWait };
  const found = new Map<string, Endpoint>();
  for (const { prefix, dataSync, routes } of tables) {
    for (const route of routes) {
      const { methods } = found.get(prefix + route.path) ?? { methods: new Map<string, Serve>() };
      methods.set(route.method.toUpperCase(), routeServer(route, dataSync, service));
      found.set(prefix + route.path, { methods, ...(route.oauth && { prepare: speakOauth }) });
    }
  }
  return found;
}

function dispatcher(path: string, { methods, prepare }: Endpoint): Serve {
  const allow = [...methods.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  const refuseMethod = refuse(
    new HttpProblem(405, "method_not_allowed", `this path supports only ${allow}`, { headers: { Allow: allow } }),
  );
  return (exchange) => {
    exchange.facts.route = path;
    prepare?.(exchange);
    const { method = "" } = exchange.request;
    const serve = methods.get(method === "HEAD" ? "GET" : method) ?? refuseMethod;
    return serve(exchange);
  };
}

const refuse =
  (problem: HttpProblem): Serve =>
  () =>
    Promise.reject(problem);

const missingPath = new HttpProblem(404, "no_such_path", "this path does not exist");
const refuseOther = refuse(missingPath);

/** Returns the handler for paths that do not exist. Browsers get an HTML page. */
const missingPage =
  (options: RouterOptions): Serve =>
  async (exchange) => {
    if (!prefersPage(exchange)) throw missingPath;
    exchange.facts.reason = missingPath.code;
    const link = { url: `${mountOf(exchange.request, options)}/`, text: "Go to the start page" };
    const page = { heading: "Page not found", sentences: ["There is no page at this address."], link };
    return sendResponse(exchange, plainPage(404, page), options);
  };

/** Marks errors as OAuth errors and sets the HTTP/1.0 cache header that RFC 6749 requires. */
function speakOauth({ response, facts }: Exchange): void {
  facts.errors = "oauth";
  response.setHeader("Pragma", "no-cache");
}

/** Returns the handler of `/metrics`, or no handler if the host provides no metrics. */
function metricsPage({ metrics, ...options }: AppOptions) {
  if (!metrics) return [];
  const serve = async (exchange: Exchange) => {
    const { type, text } = await metrics();
    const headers = { "Content-Type": type, "Cache-Control": "no-store" };
    return sendResponse(exchange, { status: 200, headers, body: Buffer.from(text), compressible: true }, options);
  };
  return [["/metrics", serve] as const];
}
