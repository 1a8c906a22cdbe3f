import type { IncomingMessage } from "node:http";
import { isDeepStrictEqual } from "node:util";
import {
  type AccountId,
  type Audience,
  type Caller,
  type Domain,
  epochExpired,
  type FeedBatch,
  isDomainError,
  type ListReading,
  type Principal,
} from "@repute/domain";
import type { RouterOptions } from "../options.js";
import { reportResponse } from "../pages/page-template.js";
import { preferredHandling, preferredWait } from "../requests/request-head.js";
import { type QueryProblem, refuseQuery, requestReader, type Validator } from "../requests/request-reader.js";
import {
  cacheableResponse,
  type catalogCache,
  type CatalogContent,
  catalogContent,
} from "../responses/cacheable-response.js";
import { chooseForm, type ListForm, listForms, prefersListPage, wholeList } from "../responses/list-forms.js";
import { listResponse, windowHeaders } from "../responses/list-response.js";
import { type HttpResponse, sendResponse } from "../responses/response.js";
import type { Content, Route, Windowed } from "../route.js";
import { isKey } from "../routes/item-schemas.js";
import { itemOf, type Schema } from "../schema.js";
import { audienceOf, authenticator, type RateLimits } from "./access.js";
import type { changeWaits, WaitedFor } from "./change-waits.js";
import { type Exchange, mountOf } from "./exchange.js";

/** Components that the handlers of all routes share. */
type Service = {
  readonly domain: Domain;
  readonly options: RouterOptions;
  readonly limits: RateLimits;
  readonly catalogs: ReturnType<typeof catalogCache>;
  readonly admitWait: ReturnType<typeof changeWaits>;
  readonly compile: (schema: Schema) => Validator;
};

/** Returns the handler of a route. It authenticates the caller, reads the request, calls the domain and responds. */
export function routeServer(route: Route, dataSync: Audience, service: Service) {
  const { domain, options, limits, admitWait, compile } = service;
  const audience = audienceOf(route.access, dataSync);
  const { authenticate, identify } = authenticator(domain, options);
  const acceptsBody = route.body ?? route.file;
  // Never refuse health checks and uploads because of a parameter that a probe, a proxy or an advertisement added.
  const isStrict = options.strictParameters === true && audience !== undefined && route.method === "get";
  const read = requestReader(route, compile, isStrict ? "strict" : "lenient");
  const validate = options.checkReplies ? lazily(() => compile(route.reply)) : undefined;
  const respond = withPage(route, domain, responder(route, service, validate));

  /** Authenticates again, because the credential may have been revoked while the body arrived or the request waited. */
  const confirm = async (exchange: Exchange) => {
    if (audience) await identify(exchange, audience);
  };

  /** Authenticates the caller. If the use case writes an audit record, the result includes the request's origin. */
  const callerOf = async (exchange: Exchange): Promise<Caller | undefined> => {
    if (!audience) return undefined;
    const caller = await authenticate(exchange, audience);
    return route.recorded ? { ...caller, origin: exchange.origin } : caller;
  };

  const awaitEvent = async (exchange: Exchange, caller: Principal | undefined, event: WaitedFor) => {
    const seconds = route.waits && preferredWait(exchange.request);
    const wait = caller && seconds !== undefined && admitWait(caller.account);
    if (!wait) return;
    exchange.response.appendHeader("Preference-Applied", `wait=${seconds}`);
    await wait({ ...event, seconds, leaving: exchange.leaving.signal });
    await confirm(exchange);
  };

  const readWhole = async (exchange: Exchange) => {
    // A body that arrived before the caller was authenticated leaves no time for a revocation.
    const hasArrived = exchange.request.complete;
    const contents = await read(exchange);
    if (acceptsBody && !hasArrived) await confirm(exchange);
    return contents;
  };

  return async (exchange: Exchange): Promise<void> => {
    if (route.oauth) await limits.address(exchange);
    const caller = await callerOf(exchange);
    if (caller) await limits.credential(exchange);
    const handling = preferredHandling(exchange.request);
    if (handling) exchange.response.setHeader("Preference-Applied", `handling=${handling}`);
    // Name each member explicitly: every request runs this code, and object spread is slow.
    const { query, problems = [], body, form, file, idempotencyKey, digests } = await readWhole(exchange);
    exchange.facts.filters = Object.keys(query);
    const admit = (principal: Principal) => {
      exchange.facts.principal = principal;
      return limits.client(exchange);
    };
    const { params = {} } = exchange.request;
    const { leaving, origin } = exchange;
    const call = {
      query,
      body,
      form,
      file,
      idempotencyKey,
      digests,
      until: (isOver: () => Promise<boolean>) => awaitEvent(exchange, caller, { isOver }),
      params,
      mount: mountOf(exchange.request, options),
      loadReport: options.loadReport,
      account: caller?.account,
      caller,
      admit,
      leaving,
      origin,
    };
    if (problems.length > 0) refuseQuery(withFurther(problems, await furtherProblems(route, domain, call)));
    if (route.waits === "changes") await awaitEvent(exchange, caller, { query });
    const outcome = await respond(exchange, call);
    exchange.facts.recorded = route.recorded ?? false;
    await sendResponse(exchange, outcome, options);
  };
}

/**
 * Adds the problems that the use case found to the problems that the query reader found.
 * Skips parameters that already have a problem, because the use case treats unreadable parameters as missing.
 */
function withFurther(problems: readonly QueryProblem[], further: readonly QueryProblem[]): readonly QueryProblem[] {
  const known = new Set(problems.map(({ parameter }) => parameter));
  return [...problems, ...further.filter(({ parameter }) => !known.has(parameter))];
}

/**
 * Calls the use case with the valid parameters to find further problems.
 * Does not read the list if the use case returns one.
 */
async function furtherProblems(route: Route, domain: Domain, call: object): Promise<readonly QueryProblem[]> {
  try {
    await (route.stream ?? route.summarize)?.(domain, call);
    return [];
  } catch (error) {
    if (!isDomainError(error) || error.kind !== "invalid") throw error;
    const { code, problems } = error;
    return problems.map(({ parameter = "", message }) => ({ code, parameter, message }));
  }
}

/** Compiles a validator on first use, so that reply checks do not slow down the creation of a router. */
function lazily(compile: () => Validator): Validator {
  let validate: Validator | undefined;
  return (value) => (validate ??= compile())(value);
}

type Responder = (
  exchange: Exchange,
  call: Requested & { readonly caller: Caller | undefined },
) => Promise<HttpResponse>;

/** Returns a responder that sends the page of a list, if the route has one, to clients that prefer it. */
const withPage =
  ({ page }: Route, domain: Domain, respond: Responder): Responder =>
  async (exchange, call) => {
    const made = page && prefersListPage(exchange) ? await page(domain, call) : undefined;
    return made ? reportResponse(made) : respond(exchange, call);
  };

function responder(route: Route, service: Service, validate: Validator | undefined): Responder {
  const { domain, options } = service;
  const { send } = route;
  if (send) return async ({ request }: Exchange, call: object) => contentResponse(request, await send(domain, call));
  if (route.ofCatalog) return catalogResponder(route, service, validate);
  const item = itemOf(route.reply);
  const declared = Object.keys(item?.properties ?? {});
  return async (exchange: Exchange, call: Requested): Promise<HttpResponse> => {
    const type = item && chooseForm(exchange);
    if (route.stream) {
      const reading = await route.stream(domain, call);
      const form = listForms[type ?? "application/json"](columnsFor(call, declared, reading.columns));
      const epochHeader = epochHeaderOf(route, domain, call);
      return listResponse(exchange, validate ? checkedList(validate, reading) : reading, form, options, epochHeader);
    }
    const { value, window } = await replyOf(route, domain, call);
    if (validate) checkReply(validate, value);
    if (item) exchange.facts.rows = itemsOf(value).length;
    const outcome = valueResponse(route, exchange.request, value, type && listForms[type](columnsFor(call, declared)));
    const located = locationHeader(route, exchange, value, options);
    return { ...outcome, headers: { ...outcome.headers, ...windowHeaders(window), ...located } };
  };
}

type Requested = {
  readonly query: { readonly keys?: string; readonly epoch?: string };
  readonly account: AccountId | undefined;
};

/** Returns a function for the header `X-Epoch`. It throws `epoch_expired` if the request has another epoch. */
const epochHeaderOf =
  ({ query: { properties } }: Route, { changes }: Domain, { account, query: { epoch: sent } }: Requested) =>
  async ({ epoch }: FeedBatch): Promise<Record<string, string>> => {
    if (account === undefined || !("epoch" in properties)) return {};
    const current = epoch ?? (await changes.epoch(account));
    if (sent !== undefined && sent !== current) throw epochExpired();
    return { "X-Epoch": current };
  };

/** Returns the CSV columns of a list. The keys come first if the request asks for them. */
const columnsFor = ({ query }: Requested, declared: readonly string[], own?: readonly string[]) => {
  const columns = own ?? declared.filter((name) => !isKey(name));
  return query.keys === "true" ? [...declared.filter(isKey), ...columns] : columns;
};

/**
 * Returns a function that responds with a catalog list.
 * Caches the list until the catalog changes, except a list with keys, which also depends on the feed.
 */
function catalogResponder(route: Route, { domain, catalogs }: Service, validate: Validator | undefined) {
  const declared = Object.keys(itemOf(route.reply)?.properties ?? {});
  return async (
    exchange: Exchange,
    call: Requested & { readonly caller: Caller | undefined },
  ): Promise<HttpResponse> => {
    const { request, facts } = exchange;
    const type = chooseForm(exchange);
    const make = async () => {
      const { value } = await replyOf(route, domain, call);
      if (validate) checkReply(validate, value);
      return catalogContentOf(value, listForms[type](columnsFor(call, declared)));
    };
    if (!call.caller) throw new Error("a catalog list requires an authenticated caller");
    const isCached = call.query.keys !== "true";
    const content = await (isCached ? catalogs(call.caller, `${facts.route} ${type}`, make) : make());
    facts.rows = content.rows;
    return content.respond(request);
  };
}

/** Returns the `Location` header if the route declares a location. */
function locationHeader({ locate }: Route, { request, facts }: Exchange, value: unknown, options: RouterOptions) {
  return locate && { Location: `${mountOf(request, options)}${facts.route}/${locate(value)}` };
}

/** Calls the use case. Returns its reply, and the time window if the reply has one. */
async function replyOf(route: Route, domain: Domain, call: object): Promise<Partial<Windowed<unknown>>> {
  return route.summarize ? route.summarize(domain, call) : { value: await route.handle?.(domain, call) };
}

const jsonType = "application/json";
const noStore = { "Cache-Control": "no-store" };

/** Converts the return value of a handler to a response. A list is rendered in the requested format. */
function valueResponse(
  { caching, repeats, isFinal, status: usual = 200 }: Route,
  request: IncomingMessage,
  value: unknown,
  form?: ListForm,
): HttpResponse {
  const status = isFinal?.(value) || (repeats && includes(value as object, repeats)) ? 200 : usual;
  const { type, body } = renderedAs(value, form);
  const negotiated = form !== undefined;
  if (status === 204) return { status, headers: noStore, body: Buffer.alloc(0), compressible: false };
  if (caching === "revalidate") {
    return cacheableResponse({ body, type, caching: "private, no-cache", negotiated })(request);
  }
  return {
    status,
    headers: { "Content-Type": type, ...noStore },
    body,
    compressible: true,
    negotiated,
  };
}

const includes = (value: object, members: object): boolean => isDeepStrictEqual({ ...value, ...members }, value);

/** Renders a list as content for the catalog cache. */
function catalogContentOf(value: unknown, form: ListForm): CatalogContent {
  const { type, body } = renderedAs(value, form);
  return catalogContent(body, type, itemsOf(value).length);
}

function renderedAs(value: unknown, form: ListForm | undefined): { readonly type: string; readonly body: Buffer } {
  if (!form || form.type === jsonType) return { type: jsonType, body: Buffer.from(JSON.stringify(value)) };
  return { type: form.type, body: wholeList(form, linesOf(value)) };
}

/** Creates a response from content that is not JSON and is already compressed. */
const contentResponse = (request: IncomingMessage, { type, body }: Content): HttpResponse => ({
  ...cacheableResponse({ body: Buffer.from(body), type, caching: "private, no-cache" })(request),
  compressible: false,
});

/** Returns the items of a list reply, which is either an array or an object with `items`. */
export const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : (value as { readonly items: readonly unknown[] }).items;

const linesOf = (value: unknown): Buffer =>
  Buffer.from(
    itemsOf(value)
      .map((item) => JSON.stringify(item))
      .join("\n"),
  );

/** Throws if a reply violates its schema. The error names the member but not its value. */
function checkReply(validate: Validator, reply: unknown): void {
  const problems = validate(reply).map(({ pointer, message }) => `${pointer} ${message}`);
  if (problems.length > 0) throw new Error(`the response does not match its schema: ${problems.join("; ")}`);
}

/** Wraps a list so that each batch is checked against the schema before it is sent. */
const checkedList = (
  validate: Validator,
  // Disable compressed batches, because they cannot be checked.
  { packedBy: _, ...reading }: ListReading,
): ListReading => ({
  ...reading,
  read: (...requested) => checkedBatches(validate, reading, requested),
});

async function* checkedBatches(
  validate: Validator,
  { opening = '{"items":[', read }: ListReading,
  requested: Parameters<ListReading["read"]>,
): AsyncGenerator<FeedBatch, void> {
  for await (const batch of read(...requested)) {
    const text = `${opening}${Buffer.from(batch.json).toString().replaceAll("\n", ",")}]}`;
    checkReply(validate, JSON.parse(text));
    yield batch;
  }
}
