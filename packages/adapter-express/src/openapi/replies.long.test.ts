import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  conflict,
  createDomain,
  type CredentialId,
  imagesBusy,
  imageTooLarge,
  type IssuerOptions,
  maxUsers,
  type Ports,
  scopes,
  tooLarge,
  unavailable,
} from "@repute/domain";
import { anImportRow, bundleOf } from "@repute/domain/testing";
import express from "express";
import request from "supertest";
import { formsOf, type Operation, readDocument } from "../../test/api-document.js";
import { exampleTable } from "../../test/example-table.js";
import { aSubmission } from "../../test/practice-data.js";
import { aLoad, type Practice, practice, queueLoad } from "../../test/practice.js";
import { closeServers, portOf, rawConnection } from "../../test/raw-connection.js";
import type { RouterOptions } from "../options.js";
import { routerOf } from "../router/router.js";
import { appTables } from "../server.js";
import { type ProblemCode, problemExamples } from "./problem-examples.js";

const { operations: described, resolve, mistakes } = readDocument([...appTables({}), exampleTable]);

/** All operations except the OAuth ones, which have separate tests. */
const operations = described
  .filter(({ path }) => !path.startsWith("/oauth/"))
  .map(({ path, operation, ...call }) => {
    const parameters = operation.parameters.filter(({ name }) => !path.includes(`{${name}}`));
    return { ...call, path: path.replace(/\{(?:import|file)_id\}/, "1"), operation: { ...operation, parameters } };
  });

type Call = (typeof operations)[number];
type Reply = Pick<request.Response, "status" | "headers" | "body" | "text">;

const userLine = (id: number) => ({
  ...{ kind: "user", id, name: "Bo", email: `u${id}@example.com`, role: "Office Staff" },
});

type Serving = {
  ready?: boolean;
  replace?: (ports: Ports) => Ports;
  issuer?: IssuerOptions;
  limit?: number;
  maxBatch?: number;
  images?: boolean;
  limits?: Pick<RouterOptions, "bodyBytes" | "stallMilliseconds" | "minBytesPerSecond">;
};

/** Id of a submission that the web form of the served practice posted. */
let submissionId: number;

/** Serves a practice with data in every list, optionally with replaced ports. */
async function serve({
  ready = true,
  replace,
  issuer,
  limit = 100_000,
  maxBatch = 40,
  images = true,
  limits = {},
}: Serving = {}) {
  const acme = await practice(replace, issuer);
  const by = { account: acme.account, kind: "account-key" as const, id: 1 as CredentialId };
  if (images) await acme.domain.users.putImage("7", image, by);
  await acme.domain.bundle.load(
    acme.account,
    bundleOf(Array.from({ length: maxBatch }, (_, index) => userLine(index + 100))),
  );
  const options = { ...acme.options, ...limits, requestsPerMinute: limit };
  const app = express();
  app.use(routerOf([...appTables({ ready: () => ready }), exampleTable], acme.domain, options));
  return { acme, url: `http://127.0.0.1:${await portOf(app)}` };
}

/** Serves a practice whose key for cursors exists. The key is the same on each such server. */
async function serveWithCursorKey(): Promise<Served> {
  const { acme, url } = await serve();
  await fetch(`${url}/v2/changes?limit=1`, { headers: { "api-token": acme.tokens["api-token"] } });
  return { acme, url };
}

let served: Served;
type Served = Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  served = await serveWithCursorKey();
  const more = [
    { kind: "message", id: 40, name: "After the visit", languages: { en: { key: "en", message: "Hi {user_name}" } } },
    { kind: "campaign", id: 7, name: "Spring", channel: "Paid Search" },
    {
      kind: "call",
      id: 900,
      called_at: "2026-03-02T16:00:00Z",
      from_number: "x",
      tracking_number: "y",
      campaign_id: 7,
    },
    { kind: "listing_metric", location_id: 1, month: 202603, metric_type: "views_maps", count: 120 },
  ];
  const { domain, account, tokens } = served.acme;
  await domain.bundle.load(account, bundleOf(more));
  const by = await domain.access.authenticate("submissions", tokens["web-forms"]);
  await queueLoad(domain, account, `${JSON.stringify(anImportRow({ appointmentId: "A-50" }))}\n`, "appointments");
  await domain.loads.work();
  submissionId = (await domain.submissions.one({ ...aSubmission, is_test: true }, { by })).id;
});
afterAll(closeServers);

function tokenOf({ tokens }: Practice, { path }: Call): string {
  if (path.includes("/online-submissions/")) return tokens["web-forms"];
  if (/\/undo$|\/people\//.test(path)) return tokens.office;
  if (path.includes("/loads")) return tokens.loader;
  return tokens[path.startsWith("/v1/") ? "account-key" : "api-token"];
}
const acceptsStream = ({ operation }: Call) => operation.requestBody?.content["text/csv"] !== undefined;
const acceptsBody = (call: Call) =>
  call.operation.requestBody?.content["application/json"] !== undefined && !acceptsStream(call);
const acceptsFile = ({ operation }: Call) => operation.requestBody?.content["multipart/form-data"] !== undefined;

/** Returns the id of another user. Each deletion and each creation needs a different user. */
const nextUser = () => (lastUser += 1);
let lastUser = 100;
const pathOf = ({ path, method }: Call) =>
  path
    .replace("{load_id}", path.endsWith("/undo") ? "2" : "1")
    .replace("{submission_id}", String(submissionId))
    .replace("{id}", method === "delete" ? String(nextUser()) : "7");

/** Values for required parameters that match some rows. */
const enough: Readonly<Record<string, string>> = { kind: "bundle", survey_id: "4", end_date: "2026-12-31" };

const exampleBody = (call: Call): unknown => {
  const example = call.operation.requestBody?.content["application/json"]?.example as object | undefined;
  return example && "email" in example && "role" in example
    ? { ...example, email: `new${nextUser()}@example.com` }
    : example;
};

const requiredOf = ({ operation }: Call): Record<string, string> =>
  Object.fromEntries(
    operation.parameters.flatMap((one) => (one.required ? [[one.name, enough[one.name] ?? "2026-03-01"]] : [])),
  );

/** Sends a valid request with the given changes. */
function ask(
  call: Call,
  { to = served, query = {}, method = call.method, body = exampleBody(call), text }: Changes = {},
) {
  const requested = request(to.url)
    [method as "get"](pathOf(call))
    .query({ ...requiredOf(call), ...query });
  if (call.operation.security.length > 0) void requested.set("api-token", tokenOf(to.acme, call));
  return method === call.method ? withBody(requested, call, text ?? JSON.stringify(body)) : requested;
}

function withBody(requested: request.Test, call: Call, text?: string): request.Test {
  if (acceptsStream(call)) return requested.set("Content-Type", "application/x-ndjson").send(text ?? aLoad);
  return acceptsBody(call) ? requested.set("Content-Type", "application/json").send(text) : requested;
}

type Changes = { to?: Served; query?: object; method?: string; body?: unknown; text?: string };

/** Functions that cause each error. */
const provocations: Readonly<Record<ProblemCode, (call: Call) => PromiseLike<Reply>>> = {
  malformed_query: (call) =>
    request(served.url)
      [call.method as "get"](`${pathOf(call)}?x=%zz`)
      .set(credential(call)),
  several_credentials: (call) => ask(call).set("Authorization", "Bearer x"),
  parameter_given_twice: (call) => ask(call, { query: { [start(call)]: ["2026-03-01", "2026-03-01"] } }),
  invalid_parameter: (call) => {
    const chosen = ["order", "show_test_runs", "show_roles", "keys", "dry_run"].find((name) =>
      acceptsParameter(call, name),
    );
    return chosen === undefined ? askForNothing(call) : ask(call, { query: { [chosen]: "up" } });
  },
  unknown_parameter: (call) => ask(call, { query: { x: "1" } }).set("Prefer", "handling=strict"),
  empty_parameter: (call) => ask(call, { query: { [start(call)]: "" } }).set("Prefer", "handling=strict"),
  invalid_date: (call) => ask(call, { query: { [start(call)]: "tomorrow" } }),
  reversed_dates: (call) => ask(call, { query: { [start(call)]: "2026-03-02", [end(call)]: "2026-03-01" } }),
  conflicting_dates: (call) => ask(call, { query: { start_date: "2026-03-01", modified_since: "2026-03-01" } }),
  not_an_integer: (call) => ask(call, { query: { [list(call)]: "five" } }),
  too_many_members: (call) => ask(call, { query: { [list(call)]: "1,".repeat(1_001) } }),
  invalid_rating: (call) => ask(call, { query: { rating: "6" } }),
  unknown_ids: (call) =>
    ask(call, { query: acceptsParameter(call, "location_id") ? { location_id: "9,7" } : { survey_id: "9" } }),
  invalid_custom_filters: (call) => ask(call, { query: { custom_filters: "{" } }),
  unknown_error_type: (call) => ask(call, { query: { error_types: "nonsense" } }),
  file_not_found: (call) => ask({ ...call, path: call.path.replace("/1/", "/9/") }),
  import_not_found: (call) => ask({ ...call, path: call.path.replace("/1/", "/9/") }),
  too_many_months: (call) => ask(call, { query: { start_date: "2020-01-01", end_date: "2026-01-01" } }),
  out_of_range: (call) => ask(call, { query: { min_rating: "6" } }),
  widget_not_configured: async (call) => ask(call, { to: await serve({ replace: withoutWidget }) }),
  invalid_limit: (call) => ask(call, { query: { limit: "0" } }),
  invalid_cursor: (call) => ask(call, { query: { cursor: "x" } }),
  unknown_list: (call) => ask(call, { query: { lists: "nonsense" } }),
  cursor_expired: async (call) => {
    const { headers } = await ask(call);
    return ask(call, {
      to: await serveWithCursorKey(),
      query: { cursor: (headers as Record<string, string>)["x-cursor"] },
    });
  },
  epoch_expired: (call) => ask(call, { query: { epoch: "0".repeat(16) } }),
  not_acceptable: (call) => ask(call).set("Accept", "application/json;q=0"),
  body_required: (call) =>
    request(served.url)
      [call.method as "post"](`${pathOf(call)}?start_date=2026-03-01`)
      .set(credential(call)),
  malformed_json: (call) => ask(call).send("{"),
  json_too_wide: (call) =>
    ask(call, { body: Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`m${at}`, 0])) }),
  duplicate_key: (call) => ask(call, { text: '{"x":1,"x":1}' }),
  unpaired_surrogate: (call) => ask(call, { text: '"\\ud800"' }),
  json_too_deep: (call) => ask(call, { body: JSON.parse("[".repeat(33) + "]".repeat(33)) as unknown }),
  invalid_body: (call) => ask(call, { body: {} }),
  invalid_submission: (call) => ask(call, { body: { ...(exampleBody(call) as object), conversion_type: "Phone" } }),
  invalid_submissions: (call) => {
    const [{ phone_number: _, ...rest } = {}] = (exampleBody(call) as { submissions: Record<string, unknown>[] })
      .submissions;
    return ask(call, { body: { submissions: [rest] } });
  },
  invalid_person: (call) => ask(call, { body: {} }),
  invalid_user: (call) => ask(call, { body: { ...(exampleBody(call) as object), name: "" } }),
  malformed_form: (call) => ask(call).set("Content-Type", "multipart/form-data; boundary=x").send("--x"),
  file_required: (call) => ask(call).field("note", "hello"),
  several_files: (call) => withImage(withImage(ask(call))),
  not_an_image: (call) => ask(call).attach("image", Buffer.from("<svg/>"), "a.svg"),
  image_too_large: async (call) => withImage(ask(call, { to: await refusingImages(imageTooLarge()) })),
  images_busy: async (call) => withImage(ask(call, { to: await refusingImages(imagesBusy()) })),
  file_too_large: (call) => ask(call).attach("image", Buffer.alloc(5 * 1_048_576 + 1), "a.png"),
  form_required: (call) => ask(call).set("Content-Type", "application/json").send("{}"),
  image_not_found: (call) => ask({ ...call, path: call.path.replace("{id}", "8") }),
  user_not_found: (call) => askWell({ ...call, path: call.path.replace("{id}", "9") }),
  email_taken: (call) => ask(call, { body: { ...(exampleBody(call) as object), email: "ADA@example.com" } }),
  last_administrator: (call) =>
    ask({ ...call, path: call.path.replace("{id}", "7") }, { body: { role: "Office Staff" } }),
  too_many_users: async (call) => ask(call, { to: await serve({ maxBatch: maxUsers }) }),
  too_many_submissions: (call) => ask(call, { body: { submissions: Array.from({ length: 1_001 }, () => ({})) } }),
  invalid_idempotency_key: (call) => ask(call).set("Idempotency-Key", "k".repeat(256)),
  still_running: async (call) => {
    const to = await serve({ replace: withSlowUnits });
    const replies = await Promise.all([1, 2].map(() => ask(call, { to }).set("Idempotency-Key", "twice at once")));
    return replies.find(({ status }) => status >= 400) as Reply;
  },
  idempotency_key_reused: async (call) => {
    const to = await serve();
    if (acceptsStream(call)) {
      await ask(call, { to }).set("Idempotency-Key", "reused");
      return ask(call, { to, text: `${aLoad}${aLoad}` }).set("Idempotency-Key", "reused");
    }
    const again = (body: unknown) => ask(call, { to, body }).set("Idempotency-Key", "reused");
    await again(exampleBody(call));
    return again(withDay(exampleBody(call), "2026-03-06"));
  },
  access_token_invalid: (call) => ask(call).set("api-token", "rpa_unknown"),
  api_key_invalid: (call) => ask(call).set("api-token", tokenOf(served.acme, call).slice(0, 4) + "unknown"),
  insufficient_scope: async (call) => {
    const { ports, domain, account } = served.acme;
    const needed = JSON.stringify(call.operation.security);
    const others = scopes.filter((scope) => !needed.includes(scope));
    const wanted = { name: "x", jwkUrl: "https://partner.example", scopes: others };
    const { clientId } = await domain.access.registerClient(account, wanted);
    const [iss, scope, iat] = ["https://repute.example", scopes.join(" "), served.acme.clock() / 1_000];
    const claims = { iss, aud: iss, sub: clientId, acc: account, scope, iat, exp: iat + 300, jti: "1" };
    return ask(call)
      .unset("api-token")
      .set("Authorization", `Bearer ${ports.accessTokens.sign(claims)}`);
  },
  signed_assertions_off: async (call) => ask(call, { to: await serve({ issuer: {} }) }),
  method_not_allowed: (call) => ask(call, { method: "patch" }),
  body_too_large: (call) => ask(call, { body: { name: "A".repeat(6_000_000) } }),
  body_too_slow: async (call) => {
    const to = await serve({ limits: { stallMilliseconds: 50, minBytesPerSecond: 1_000_000 } });
    const connection = rawConnection(Number(new URL(to.url).port));
    const json = acceptsStream(call) ? "application/x-ndjson" : "application/json";
    const type = acceptsFile(call) ? "multipart/form-data; boundary=b" : json;
    const path = `${pathOf(call)}?${String(new URLSearchParams(requiredOf(call)))}`;
    const head = [`${call.method.toUpperCase()} ${path} HTTP/1.1`, "Host: x", `Content-Type: ${type}`];
    const more = [`api-token: ${tokenOf(to.acme, call)}`, "Content-Length: 100"];
    connection.send([...head, ...more, "", ""].join("\r\n"));
    const [{ status = 0, headers = {}, body: text = "" } = {}] = await connection.replies(1);
    return { status, headers, text, body: JSON.parse(text) as unknown };
  },
  bodies_busy: async (call) => {
    if (acceptsStream(call)) return refusedFile(call, unavailable("bodies_busy", problemExamples.bodies_busy.message));
    const to = await serve({ limits: { bodyBytes: 1 } });
    return acceptsFile(call) ? withImage(ask(call, { to })) : ask(call, { to });
  },
  empty_load: (call) => ask(call, { text: "" }),
  unsupported_load_type: (call) => ask(call).set("Content-Type", "image/png"),
  unsupported_load_encoding: (call) => ask(call).set("Content-Encoding", "br"),
  digest_mismatch: (call) => ask(call).set("Repr-Digest", "sha-256=:AAAA:"),
  invalid_digest: (call) => ask(call).set("Repr-Digest", "AAAA"),
  invalid_before: (call) => ask(call, { query: { before: "x" } }),
  load_not_found: (call) => ask({ ...call, path: call.path.replace("{load_id}", "9") }),
  load_not_ended: async (call) => {
    const { id } = await queueLoad(served.acme.domain, served.acme.account);
    return ask({ ...call, path: call.path.replace("{load_id}", String(id)) });
  },
  undo_refused: (call) => ask({ ...call, path: call.path.replace("{load_id}", "1") }),
  import_running: (call) => askConflicting(call, "import_running"),
  already_undone: (call) => askConflicting(call, "already_undone"),
  undo_too_late: (call) => askConflicting(call, "undo_too_late"),
  file_unfinished: (call) => askConflicting(call, "file_unfinished"),
  file_corrected: (call) => askConflicting(call, "file_corrected"),
  submission_not_found: (call) => ask({ ...call, path: call.path.replace("{submission_id}", "9") }),
  loads_off: async (call) => ask(call, { to: await serve({ replace: ({ uploadFiles: _, ...ports }) => ports }) }),
  kind_not_permitted: async (call) => {
    const { domain, account } = served.acme;
    const { token } = await domain.access.createToken(account, { kind: "loader", only: ["calls"] });
    return ask(call).set("api-token", token);
  },
  upload_too_large: (call) => refusedFile(call, tooLarge("upload_too_large", problemExamples.upload_too_large.message)),
  too_many_loads: (call) => refusedFile(call, unavailable("too_many_loads", problemExamples.too_many_loads.message)),
  disk_full: (call) => refusedFile(call, unavailable("disk_full", problemExamples.disk_full.message)),
  unsupported_media_type: (call) => ask(call).set("Content-Type", "text/plain"),
  unsupported_content_encoding: (call) => ask(call).set("Content-Encoding", "gzip"),
  too_many_requests: async (call) => {
    const to = await serve({ limit: 1 });
    await ask(call, { to });
    return ask(call, { to });
  },
  headers_too_large: (call) => ask(call).set("X-Large", "x".repeat(70_000)),
  too_many_headers: (call) =>
    ask(call).set(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`X-${at}`, "x"]))),
  internal_error: (call) => askFailing(call, new Error("nobody foresaw this")),
  too_many_lists: (call) => askFailing(call, unavailable("too_many_lists", problemExamples.too_many_lists.message)),
  searches_busy: (call) => askFailing(call, unavailable("searches_busy", problemExamples.searches_busy.message)),
  reviews_busy: (call) => askFailing(call, unavailable("reviews_busy", problemExamples.reviews_busy.message)),
  database_busy: (call) => askFailing(call, unavailable("database_busy", problemExamples.database_busy.message)),
  not_ready: async (call) => ask(call, { to: await serve({ ready: false }) }),
};

/** Sends a file to a service that cannot keep it. */
const refusedFile = async (call: Call, failure: Error): Promise<Reply> => {
  const receive = () => Promise.reject(failure);
  const replace = (ports: Ports): Ports => ({
    ...ports,
    ...(ports.uploadFiles && { uploadFiles: { ...ports.uploadFiles, receive } }),
  });
  const to = await serve();
  const domain = createDomain(replace(to.acme.ports));
  const app = express();
  app.use(routerOf([...appTables({}), exampleTable], domain, to.acme.options));
  return ask(call, { to: { acme: to.acme, url: `http://127.0.0.1:${await portOf(app)}` } });
};

const image = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const withImage = (requested: request.Test) => requested.attach("image", image, "a.jpg");
const refusingImages = (error: Error) =>
  serve({ images: false, replace: (ports) => ({ ...ports, imageEncoder: () => Promise.reject(error) }) });

/** Sends a valid request, with a file if the operation needs one. */
const askWell = (call: Call) => (acceptsFile(call) ? withImage(ask(call)) : ask(call));
const withoutWidget = (ports: Ports): Ports => ({
  ...ports,
  storage: {
    ...ports.storage,
    read: (account, work) =>
      ports.storage.read(account, (stores) => work({ ...stores, widgets: { read: async () => undefined } })),
  },
});

/** Replaces the storage with one that has slow transactions. */
const withSlowUnits = (ports: Ports): Ports => ({
  ...ports,
  storage: {
    ...ports.storage,
    transact: async (account, work) => {
      await setTimeout(50);
      return ports.storage.transact(account, work);
    },
  },
});

const withDay = (body: unknown, day: string): unknown =>
  JSON.parse(
    JSON.stringify(body).replace(/"scheduled_appointment_date":"[^"]*"/, `"scheduled_appointment_date":"${day}"`),
  );

const acceptsParameter = (call: Call, name: string) =>
  call.operation.parameters.some((one) => one.name === name && one.in === "query");
const start = (call: Call) =>
  ["date", "start_date", "start"].find((name) => acceptsParameter(call, name)) ??
  call.operation.parameters[0]?.name ??
  "";
const end = (call: Call) => (acceptsParameter(call, "end") ? "end" : "end_date");
const list = (call: Call) => ["rating", "location_id"].find((name) => acceptsParameter(call, name)) ?? "survey_id";

/** Sends a request without its first required parameter. */
const askForNothing = (call: Call) =>
  request(served.url)
    [call.method as "post"](pathOf(call))
    .query(acceptsParameter(call, "limit") || !acceptsParameter(call, "end_date") ? {} : { end_date: "2026-03-31" })
    .set(credential(call))
    .send(acceptsBody(call) ? (exampleBody(call) as object) : undefined);

const credential = (call: Call) =>
  call.operation.security.length > 0 ? { "api-token": tokenOf(served.acme, call) } : {};

const askConflicting = (
  call: Call,
  code: "import_running" | "already_undone" | "undo_too_late" | `file_${"unfinished" | "corrected"}`,
) => askFailing(call, conflict(code, problemExamples[code].message));

async function askFailing(call: Call, failure: Error): Promise<Reply> {
  const byHash = () => Promise.reject(failure);
  const replace = (ports: Ports): Ports => ({
    ...ports,
    storage: { ...ports.storage, credentials: { ...ports.storage.credentials, byHash } },
  });
  return ask(call, { to: await serve({ replace }) });
}

const successOf = ({ operation: { responses } }: Call): number =>
  [201, 202, 204].find((status) => status in responses) ?? 200;

const ownHeaders = ["allow", "etag", "link", "location", "retry-after", "www-authenticate"];

/** Reads a response body of any type as a string. */
function wholeText(reply: request.Response, done: (error: null, text: string) => void): void {
  let text = "";
  const stream = reply as unknown as NodeJS.ReadableStream;
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => (text += chunk));
  stream.on("end", () => done(null, text));
}

/** Expects the documented type and body, and exactly the documented headers. */
function expectDescribed({ responses }: Operation, { status, headers, body }: Reply): void {
  const response = resolve(responses[status] ?? {});
  expect(response).toHaveProperty("description");
  const described = Object.entries(response.headers ?? {}).map(([name, header]) => ({ name, ...resolve(header) }));
  for (const { name, required, schema } of described) {
    const value = (headers as Record<string, unknown>)[name.toLowerCase()];
    if (required || value !== undefined) expect(mistakes(schema, value)).toEqual([]);
  }
  const names = described.map(({ name }) => name.toLowerCase());
  const sent = Object.keys(headers as object).filter(
    (name) =>
      /^x-(?:request|window|modified|ignored|watermark|epoch|cursor)|^preference-applied$/.test(name) ||
      ownHeaders.includes(name),
  );
  expect(sent.filter((name) => !names.includes(name))).toEqual([]);
  const [type = ""] = String((headers as Record<string, unknown>)["content-type"]).split(";");
  const content = formsOf(response)[type];
  expect(content === undefined).toBe(status === 304 || status === 204);
  if (content?.schema) expect(mistakes(content.schema, body)).toEqual([]);
}

describe.each(operations.map((call) => ({ name: `${call.method.toUpperCase()} ${call.path}`, call })))(
  "$name",
  ({ call }) => {
    it("replies as documented", async () => {
      const reply = await askWell(call);
      expect(reply.status).toBe(successOf(call));
      expectDescribed(call.operation, reply);
      const { items } = reply.body as { items?: unknown[] };
      if (items?.length === 0) throw new Error(`test/practice-data.ts has no record for ${call.path}`);
    });

    const forms = Object.entries(formsOf(resolve(call.operation.responses[successOf(call)] ?? {})));
    const texts = forms.flatMap(([type, { schema }]) => (schema ? [type] : []));
    for (const type of texts)
      it(`replies as ${type} as described`, async () => {
        const reply = await askWell(call).set("Accept", type).buffer(true).parse(wholeText);
        expect(Math.floor(reply.status / 100)).toBe(2);
        const body =
          type === "application/json" ? (JSON.parse(reply.body as string) as unknown) : (reply.body as unknown);
        const { status, headers, text } = reply;
        expectDescribed(call.operation, { status, headers, text, body });
        expect(reply.headers["content-type"]).toMatch(new RegExp(`^${type}(;|$)`));
      });

    if (acceptsParameter(call, "limit")) {
      it("links to the next page as documented", async () => {
        const whole = (await ask(call)).body as { items: unknown[] };
        const reply = await ask(call, { query: { limit: "1" } }).expect(200);
        expect("link" in reply.headers).toBe(whole.items.length > 1);
        expectDescribed(call.operation, reply);
      });
    }

    if (acceptsParameter(call, "modified_since")) {
      it("reports the start of the changes as documented", async () => {
        const since = { modified_since: "2026-03-01" };
        const reply = await ask(call, { query: since }).set("Prefer", "handling=strict").expect(200);
        expect(reply.headers).toMatchObject({
          "x-modified-since": "2026-03-01T00:00:00+00:00",
          "preference-applied": "handling=strict",
        });
        expectDescribed(call.operation, reply);
      });
    }

    if (acceptsParameter(call, "modified_since") && acceptsParameter(call, start(call))) {
      it("reports the applied window as documented", async () => {
        const day = { [start(call)]: "2026-03-01", [end(call)]: "2026-03-01" };
        const reply = await ask(call, { query: day }).expect(200);
        expect(Object.keys(reply.headers as object)).toEqual(
          expect.arrayContaining(["x-window-start", "x-window-end"]),
        );
        expectDescribed(call.operation, reply);
      });
    }

    it("responds with 304 only if documented", async () => {
      const { headers } = await askWell(call);
      const tag = (headers as Record<string, string>)["etag"];
      expect(tag !== undefined).toBe("304" in call.operation.responses);
      if (tag !== undefined) expectDescribed(call.operation, await ask(call).set("If-None-Match", tag).expect(304));
    });

    const refusals = Object.entries(call.operation.responses).flatMap(([status, response]) =>
      Object.keys(resolve(response).content?.["application/problem+json"]?.examples ?? {}).map((code) => ({
        status: Number(status),
        code: code as ProblemCode,
      })),
    );
    const canBeProvoked = refusals.filter(
      ({ code }) => code !== "internal_error" || call.operation.security.length > 0,
    );

    it.each(canBeProvoked)("rejects a request with $status $code as documented", async ({ status, code }) => {
      const reply = await provocations[code](call);
      expect(reply).toMatchObject({ status, body: { status, code } });
      expectDescribed(call.operation, reply);
      if (code === "method_not_allowed" && reply.headers["allow"] !== "GET, HEAD") return;
      const examples =
        resolve(call.operation.responses[status] ?? {}).content?.["application/problem+json"]?.examples ?? {};
      const example = resolve(examples[code] ?? { value: undefined }).value as object;
      expect(reply.body).toEqual({ ...example, request_id: (reply.body as { request_id: string }).request_id });
    });
  },
);

describe("the error codes in the document", () => {
  it.each(["?date=x&date=y", "?x=%zz", "?date=tomorrow", "?rating=0", "?rating=x", "?rating=9007199254740993"])(
    "cover the errors of the reviews of %s",
    async (query) => {
      const call = operations.find(({ path }) => path === "/v2/reviews");
      if (!call) throw new Error("reviews are not described");
      const reply = await request(served.url).get(`/v2/reviews${query}`).set(credential(call)).expect(400);
      const { examples } = call.operation.responses["400"]?.content?.["application/problem+json"] ?? {};
      expect(Object.keys(examples ?? {})).toContain((reply.body as { code: string }).code);
    },
  );
});
