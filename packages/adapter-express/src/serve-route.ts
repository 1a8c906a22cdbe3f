import type { Audience, Domain, Principal } from "@repute/domain";
import { isDomainError } from "@repute/domain";
import type { HttpResponse } from "./responding/response.js";
import { sendResponse } from "./responding/response.js";
import { chooseForm } from "./responding/choose-form.js";
import type { ChangeWait } from "./responding/change-waits.js";
import { changeWaits } from "./responding/change-waits.js";
import { listResponse } from "./responding/list-response.js";
import { listForms } from "./responding/list-forms.js";
import { windowHeaders } from "./responding/window-headers.js";
import { contentResponse, itemsOf, valueResponse } from "./responding/value-response.js";
import { audienceOf, authenticator } from "./auth.js";
import type { Exchange } from "./exchange.js";
import { mountOf } from "./mount.js";
import type { RouterOptions } from "./options.js";
import type { RateLimits } from "./rate-limits.js";
import { preferredWait, prefersStrict } from "./reading/preferences.js";
import type { QueryProblem } from "./reading/read-query.js";
import { refuseQuery, requestReader } from "./reading/request-reader.js";
import type { Validator } from "./reading/validator.js";
import { checkReply, checkedList } from "./reply-check.js";
import type { Route, Windowed } from "./route.js";
import { isKey } from "./routes/keyed.js";
import type { Schema } from "./schema.js";
import { itemOf } from "./schema.js";

/** What routes are served with. */
export type Service = {
  readonly domain: Domain;
  readonly options: RouterOptions;
  readonly limits: RateLimits;
  readonly compile: (schema: Schema) => Validator;
};

/** Serves requests of a route: who asks, what they say, what the domain returns. */
export function routeServer(route: Route, dataSync: Audience, { domain, options, limits, compile }: Service) {
  const audience = audienceOf(route.access, dataSync);
  const authenticate = authenticator(domain, options);
  const read = requestReader(route, compile);
  const respond = responder(
    route,
    domain,
    options,
    options.checkReplies ? lazily(() => compile(route.reply)) : undefined,
  );

  const wait = changeWaits(domain, options.stopping);
  const awaitNews = async (exchange: Exchange, caller: Principal | undefined, query: ChangeWait["query"]) => {
    const seconds = route.waits && preferredWait(exchange.request);
    if (!caller || seconds === undefined) return;
    exchange.response.appendHeader("Preference-Applied", `wait=${seconds}`);
    await wait(exchange, { account: caller.account, query, seconds });
  };

  return async (exchange: Exchange): Promise<void> => {
    if (route.oauth) await limits.address(exchange);
    const caller = audience && (await authenticate(exchange, audience));
    if (caller) await limits.credential(exchange);
    if (prefersStrict(exchange.request)) exchange.response.setHeader("Preference-Applied", "handling=strict");
    const { problems = [], ...said } = await read(exchange);
    exchange.facts.filters = Object.keys(said.query);
    const admit = (principal: Principal) => {
      exchange.facts.principal = principal;
      return limits.client(exchange);
    };
    const { params = {} } = exchange.request;
    const call = { ...said, params, account: caller?.account, caller, admit };
    if (problems.length > 0) refuseQuery(withFurther(problems, await furtherProblems(route, domain, call)));
    await awaitNews(exchange, caller, said.query);
    const outcome = await respond(exchange, call);
    exchange.facts.recorded = route.recorded ?? false;
    await sendResponse(exchange, outcome, options);
  };
}

/** To the use case a parameter that could not be read is absent, so what it says of such a one is passed over. */
function withFurther(problems: readonly QueryProblem[], further: readonly QueryProblem[]): readonly QueryProblem[] {
  const known = new Set(problems.map(({ parameter }) => parameter));
  return [...problems, ...further.filter(({ parameter }) => !known.has(parameter))];
}

/** What the use case finds wrong with the parameters that could be read; nothing is read of what it begins to list. */
async function furtherProblems(route: Route, domain: Domain, call: object): Promise<readonly QueryProblem[]> {
  try {
    await (route.stream ?? route.summarise)?.(domain, call);
    return [];
  } catch (error) {
    if (!isDomainError(error) || error.kind !== "invalid") throw error;
    const { code, problems } = error;
    return problems.map(({ parameter = "", message }) => ({ code, parameter, message }));
  }
}

/** A validator that is compiled for the first value: checking replies must not make a router slow to create. */
function lazily(compile: () => Validator): Validator {
  let validate: Validator | undefined;
  return (value) => (validate ??= compile())(value);
}

function responder(route: Route, domain: Domain, options: RouterOptions, validate: Validator | undefined) {
  const { send } = route;
  if (send) return async ({ request }: Exchange, call: object) => contentResponse(request, await send(domain, call));
  const item = itemOf(route.reply);
  const declared = Object.keys(item?.properties ?? {});
  const columnsOf = ({ query }: Asked, own: readonly string[] = declared.filter((name) => !isKey(name))) =>
    query.keys === "true" ? [...declared.filter(isKey), ...own] : own;
  return async (exchange: Exchange, call: Asked): Promise<HttpResponse> => {
    const type = item && chooseForm(exchange);
    if (route.stream) {
      const reading = await route.stream(domain, call);
      const form = listForms[type ?? "application/json"](columnsOf(call, reading.columns));
      return listResponse(exchange, validate ? checkedList(validate, reading) : reading, form, options);
    }
    const { value, window } = await replyOf(route, domain, call);
    if (validate) checkReply(validate, value);
    if (item) exchange.facts.rows = itemsOf(value).length;
    const outcome = valueResponse(route, exchange.request, value, type && listForms[type](columnsOf(call)));
    const located = locationHeader(route, exchange, value, options);
    return { ...outcome, headers: { ...outcome.headers, ...windowHeaders(window), ...located } };
  };
}

type Asked = { readonly query: { readonly keys?: string } };

/** Where that is found which the reply is about. */
function locationHeader({ locate }: Route, { request, facts }: Exchange, value: unknown, options: RouterOptions) {
  return locate && { Location: `${mountOf(request, options)}${facts.route}/${locate(value)}` };
}

/** What a route replies as a whole, and the window that it is about when it is about one. */
async function replyOf(route: Route, domain: Domain, call: object): Promise<Partial<Windowed<unknown>>> {
  return route.summarise ? route.summarise(domain, call) : { value: await route.handle?.(domain, call) };
}
