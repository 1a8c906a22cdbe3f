import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { reportFigure } from "../../../test/torture.js";
import { tokenOf } from "./support/account.js";
import { markedLines, markedPatients, markedVisits } from "./support/colliding-accounts.js";
import { reputeJson } from "./support/command-line.js";
import { aPartner, exchange } from "./support/partner.js";
import { engines, freshWorkspace } from "./support/workspace.js";

/** Accounts with identical IDs, numbers and times. All data of an account contains its mark or its amount. */
const accounts = [
  { key: "acme", mark: "MARK-OF-ACME", amount: 5_500_055 },
  { key: "bolt", mark: "MARK-OF-BOLT", amount: 7_700_077 },
] as const;
type Key = (typeof accounts)[number]["key"];

/** Credential with the name of its security scheme in the API document, and its headers. */
type Credential = { readonly scheme: string; readonly headers: Readonly<Record<string, string>> };

type Operation = {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> };
};
type Endpoint = Operation & { readonly method: string; readonly path: string };

/** Parameter values. They match IDs and times that both accounts have. */
const values: Readonly<Record<string, string>> = {
  date: "2026-01-01",
  start_date: "2026-01-01",
  end_date: "2026-12-31",
  end: "2026-12-31",
  start: "2026-01-01",
  min_rating: "1",
  rating: "4,5",
  modified_since: "2020-01-01",
  epoch: "of-no-account",
  order: "asc",
  limit: "1",
  location_id: "1",
  provider_id: "10",
  group_id: "5",
  survey_id: "4",
  import_id: "1",
  file_id: "1",
  cahps_type: "OASCAHPS",
  show_test_runs: "true",
  show_roles: "true",
  lists: "reviews,conversions",
  kind: "bundle",
  load_id: "1",
  submission_id: "1",
  before: "9",
  keys: "true",
  id: "7",
  error_types: "location_mismatch,missing_contact",
  custom_filters: JSON.stringify({ "custom_fields.plan": ["in_", accounts.map(({ mark }) => mark)] }),
};

/** Returns the value for a parameter. Throws for a new parameter that has no value yet. */
function valueOf(name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`the test knows no value for the parameter ${name}`);
  return value;
}

describe.each(engines)("two accounts with colliding IDs on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const partner = aPartner();
  let baseUrl: string;
  let endpoints: readonly Endpoint[];
  let credentials: Readonly<Record<Key, readonly Credential[]>>;
  let requests: number;

  beforeEach(async () => {
    const { env: own, bundle, folder, serve } = workspace();
    const env = { ...own, JWK_URL_ALLOW: partner().origin };
    for (const { key, mark, amount } of accounts) {
      await reputeJson(["account", "create", "--key", key, "--name", mark], env);
      await reputeJson(["load", "--account", key, await bundle(markedLines(mark, amount))], env);
      const visits = join(folder, `${key}.csv`);
      await writeFile(visits, markedVisits(mark));
      await reputeJson(["import-appointments", "--account", key, visits, "--uploaded-at", "2026-03-20"], env);
      const patients = join(folder, `${key}-patients.csv`);
      await writeFile(patients, markedPatients(mark));
      const parsing = ["parse-patient-survey", "--account", key, "--type", "OASCAHPS", "--connection", mark, patients];
      await reputeJson([...parsing, "--uploaded-at", "2026-03-20"], env);
    }
    ({ baseUrl } = await serve(["serve"], { JWK_URL_ALLOW: partner().origin, RATE_LIMIT_PER_MINUTE: "0" }));
    const credentialsOf = async (key: Key): Promise<Credential[]> => {
      const withToken = async (scheme: string, kind: string) => ({
        scheme,
        headers: { "api-token": await tokenOf(env, key, kind) },
      });
      const register = ["client", "register", "--account", key, "--name", key, "--jwk-url", partner().jwkUrl];
      const scopes = ["--scopes", "data-sync.read", "submissions.write", "users.manage"];
      const { client_id: id } = await reputeJson<{ client_id: string }>([...register, ...scopes], env);
      const { body } = await exchange(baseUrl, partner().assertion(id, baseUrl));
      const bearer = `Bearer ${(body as { access_token: string }).access_token}`;
      return [
        await withToken("accountKey", "account-key"),
        await withToken("apiToken", "api-token"),
        await withToken("webForms", "web-forms"),
        await withToken("loaderToken", "loader"),
        await withToken("officeToken", "office"),
        { scheme: "accessToken", headers: { Authorization: bearer } },
      ];
    };
    credentials = { acme: await credentialsOf("acme"), bolt: await credentialsOf("bolt") };
    endpoints = await documented();
    requests = 0;
  });

  /** Returns every endpoint in the API document, so that new endpoints are tested automatically. */
  async function documented(): Promise<readonly Endpoint[]> {
    const { paths } = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
    );
  }

  async function ask(endpoint: Endpoint, headers: Credential["headers"], more: Readonly<Record<string, string>> = {}) {
    requests += 1;
    const { method, parameters = [] } = endpoint;
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      // Delete a user that no other request needs.
      method === "delete" ? "8" : valueOf(name),
    );
    const required = parameters.filter((one) => one.in === "query" && one.required);
    const query = new URLSearchParams({
      ...Object.fromEntries(required.map(({ name }) => [name, valueOf(name)])),
      ...more,
    });
    const sent = { ...typeOf(endpoint), "Idempotency-Key": `the same for both ${path}`, ...headers };
    const response = await fetch(`${baseUrl}${path}?${query.toString()}`, {
      method: method.toUpperCase(),
      // Wait for the end of a load, so that it has a report.
      headers: method === "post" ? { ...sent, Prefer: "wait=60" } : sent,
      ...(method !== "get" && { body: bodyOf(endpoint) }),
    });
    const cursor = response.headers.get("x-cursor") ?? nextIn(response.headers.get("link"));
    return { status: response.status, text: await response.text(), cursor };
  }

  /** Returns a pattern of the other accounts' marks and amounts. No response to this account may match the pattern. */
  const foreignTo = (key: Key) =>
    new RegExp(accounts.flatMap((one) => (one.key === key ? [] : [one.mark, one.amount])).join("|"));
  const isFor = ({ security = [] }: Endpoint, { scheme }: Credential) => security.some((one) => scheme in one);
  const each = function* () {
    for (const endpoint of endpoints)
      for (const { key, mark } of accounts)
        for (const credential of credentials[key]) yield { endpoint, key, mark, credential };
  };

  const readable = () =>
    [...each()].filter(({ endpoint, credential }) => isFor(endpoint, credential) && endpoint.method === "get");
  const queryOf = ({ parameters = [] }: Endpoint) => parameters.filter((one) => one.in === "query");

  function isExpected(endpoint: Endpoint, credential: Credential, status: number): boolean {
    if (!isFor(endpoint, credential)) return [401, 403].includes(status);
    // The operator has loaded the submission, so no caller has posted it.
    if (endpoint.path.includes("{submission_id}")) return status === 404;
    // The load is a bundle, which cannot be undone.
    if (endpoint.path.endsWith("/undo")) return status === 409;
    // The account key has already deleted the user.
    if (endpoint.method === "delete" && credential.scheme === "accessToken") return status === 404;
    return status < 300;
  }

  it("receive only their own rows, on every route and with every credential", async () => {
    const guarded = endpoints.filter(({ security = [] }) => security.length > 0);
    for (const { endpoint, key, mark, credential } of each()) {
      if (!guarded.includes(endpoint)) continue;
      const { status, text } = await ask(endpoint, credential.headers);
      const what = `${endpoint.method} ${endpoint.path} with ${credential.scheme} of ${key}: ${status} ${text}`;
      expect([what, foreignTo(key).test(text)]).toEqual([what, false]);
      expect([what, isExpected(endpoint, credential, status)]).toEqual([what, true]);
      // Exclude averages, which are single objects without strings.
      if (hasRows(endpoint) && status === 200)
        expect([what, /^(?:{"total":\d|[^]+{)/.test(text)]).toEqual([what, true]);
      if (endpoint.path.endsWith("/reviews") && status === 200) expect(text).toContain(mark);
    }
    for (const headers of [{}, { "api-token": "rpa_0" }, { Authorization: "Bearer x" }]) {
      for (const endpoint of guarded)
        expect([endpoint.path, (await ask(endpoint, headers)).status]).toEqual([endpoint.path, 401]);
    }
    reportFigure(
      `${engine}: ${requests} requests, ${guarded.length} guarded routes, 2 accounts with the same ids: 0 foreign rows`,
    );
  });

  it("receive no rows of the other account with any parameter or with its cursors", async () => {
    let [rows, cursors] = [0, 0];
    for (const { endpoint, key, credential } of readable()) {
      const other = key === "acme" ? "bolt" : "acme";
      for (const { name } of queryOf(endpoint)) {
        const value = name === "cursor" ? await cursorOf(endpoint, other, credential.scheme) : valueOf(name);
        const { status, text } = await ask(endpoint, credential.headers, { [name]: value });
        const what = `${endpoint.path}?${name}=${value} of ${key}: ${status} ${text}`;
        const isForeign = name === "cursor" && value !== "";
        const expected = isForeign ? 400 : name === "epoch" ? 410 : 200;
        expect([what, status, foreignTo(key).test(text)]).toEqual([what, expected, false]);
        cursors += Number(isForeign);
        rows += Number(text.includes("MARK-OF-"));
      }
    }
    expect(rows).toBeGreaterThan(100);
    expect(cursors).toBeGreaterThan(10);
    reportFigure(`${engine}: ${requests} requests with parameters and the other account's cursors: 0 foreign rows`);
  });

  async function cursorOf(endpoint: Endpoint, key: Key, scheme: string): Promise<string> {
    const credential = credentials[key].find((one) => one.scheme === scheme);
    return (await ask(endpoint, credential?.headers ?? {}, { limit: "1" })).cursor;
  }
});

/** Returns the cursor in a `Link` header, or an empty string if there is no cursor. */
function nextIn(link: string | null): string {
  if (link === null) return "";
  const target = link.slice(link.indexOf("<") + 1, link.indexOf(">"));
  return new URL(target, "http://x").searchParams.get("cursor") ?? "";
}

const hasRows = ({ method, path }: Endpoint) => method === "get" && !/\/(users\/\{id\}|loads\/\{)/.test(path);

const acceptsForm = ({ requestBody }: Endpoint) => requestBody?.content["multipart/form-data"] !== undefined;

/** Returns the content type header. Forms set their own content type. */
const typeOf = (endpoint: Endpoint) => (acceptsForm(endpoint) ? {} : { "Content-Type": "application/json" });

const bodyOf = (endpoint: Endpoint): FormData | string =>
  acceptsForm(endpoint)
    ? anImage()
    : JSON.stringify(Object.values(endpoint.requestBody?.content ?? {})[0]?.example ?? {});

/** Creates a form with a minimal image. */
function anImage(): FormData {
  const form = new FormData();
  form.set("", new Blob([Buffer.from(png, "base64")], { type: "image/png" }), "a.png");
  return form;
}

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
