import type { Audience, Domain } from "@repute/domain";
import type { HttpResponse } from "./responding/response.js";
import { sendResponse } from "./responding/response.js";
import { chooseForm } from "./responding/choose-form.js";
import { listResponse } from "./responding/list-response.js";
import { listForms } from "./responding/list-forms.js";
import { windowHeaders } from "./responding/window-headers.js";
import { itemsOf, valueResponse } from "./responding/value-response.js";
import { audienceOf, authenticator } from "./auth.js";
import type { Exchange } from "./exchange.js";
import type { RouterOptions } from "./options.js";
import type { RateLimits } from "./rate-limits.js";
import { requestReader } from "./reading/request-reader.js";
import type { Validator } from "./reading/validator.js";
import { checkReply, checkedList } from "./reply-check.js";
import type { Route, Windowed } from "./route.js";
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

  return async (exchange: Exchange): Promise<void> => {
    if (route.oauth) await limits.address(exchange);
    const caller = audience && (await authenticate(exchange, audience));
    if (caller) await limits.credential(exchange);
    const said = await read(exchange);
    exchange.facts.filters = Object.keys(said.query);
    const { params = {} } = exchange.request;
    const outcome = await respond(exchange, { ...said, params, account: caller?.account, caller });
    exchange.facts.recorded = route.recorded ?? false;
    await sendResponse(exchange, outcome, options);
  };
}

/** A validator that is compiled for the first value: checking replies must not make a router slow to create. */
function lazily(compile: () => Validator): Validator {
  let validate: Validator | undefined;
  return (value) => (validate ??= compile())(value);
}

function responder(route: Route, domain: Domain, options: RouterOptions, validate: Validator | undefined) {
  const item = itemOf(route.reply);
  const declared = Object.keys(item?.properties ?? {});
  return async (exchange: Exchange, call: object): Promise<HttpResponse> => {
    const type = item && chooseForm(exchange);
    if (route.stream) {
      const reading = await route.stream(domain, call);
      const form = listForms[type ?? "application/json"](reading.columns ?? declared);
      return listResponse(exchange, validate ? checkedList(validate, reading) : reading, form, options);
    }
    const { value, window } = await replyOf(route, domain, call);
    if (validate) checkReply(validate, value);
    if (item) exchange.facts.rows = itemsOf(value).length;
    const outcome = valueResponse(route, exchange.request, value, type && listForms[type](declared));
    return { ...outcome, headers: { ...outcome.headers, ...windowHeaders(window) } };
  };
}

/** What a route replies as a whole, and the window that it is about when it is about one. */
async function replyOf(route: Route, domain: Domain, call: object): Promise<Partial<Windowed<unknown>>> {
  return route.summarise ? route.summarise(domain, call) : { value: await route.handle?.(domain, call) };
}
