import { readFile, rename, rm, writeFile } from "node:fs/promises";
import {
  type AccountId,
  type Audience,
  type Domain,
  type Instant,
  isDomainError,
  localDate,
  type TokenKind,
  tokenKinds,
  withTrackingParameter,
} from "@repute/domain";
import { linkParameter } from "./campaign-lines.js";
import { demoKey } from "./demo-account.js";
import { practice } from "./practice.js";

const week = 6 * 86_400_000;

/** Returns the information that a person needs to try the demo. */
export async function demoGuide(
  domain: Domain,
  account: AccountId,
  credentials: DemoCredentials,
  baseUrl: string,
): Promise<{ readonly json: unknown; readonly text: string }> {
  const newest = await newestReview(domain, account);
  const days = `date=${localDate((newest - week) as Instant, practice.timeZone)}&end=${localDate(newest, practice.timeZone)}`;
  const requests = [
    curl(credentials["api-token"], `${baseUrl}/v2/reviews?${days}`),
    curl(credentials["account-key"], `${baseUrl}/v1/reviews?${days}&rating=1,2`),
    curl(credentials["api-token"], `${baseUrl}/v2/locations`),
    curl(credentials["api-token"], `${baseUrl}/v2/invites?${days}`, "application/x-ndjson"),
    curl(credentials["api-token"], `${baseUrl}/v2/reviews?modified_since=${localDate(newest, practice.timeZone)}`),
  ];
  const copy = `echo ${credentials["api-token"]} > token.txt; npx repute copy --from ${baseUrl} --token-file token.txt --to sqlite:copy.db`;
  const overview = `${baseUrl}/demo/overview`;
  const reference = `${baseUrl}/docs`;
  const widget = `${baseUrl}/demo/widget`;
  const form = withTrackingParameter(`${baseUrl}/demo/form`, linkParameter);
  return {
    json: {
      ...{ base_url: baseUrl, account: demoKey, credentials: credentialItems(credentials) },
      ...{ curl: requests, copy, overview, reference, form, widget },
    },
    text: guideText({ baseUrl, copy, overview, reference, form, widget }, credentials, requests),
  };
}

const curl = (token: string, url: string, accept?: string) =>
  `curl -H "api-token: ${token}"${accept === undefined ? "" : ` -H "Accept: ${accept}"`} "${url}"`;

/** Returns the time of the newest review, which is the first item of the list. */
async function newestReview(domain: Domain, account: AccountId): Promise<Instant> {
  const { read } = await domain.reviews.list(account, {});
  for await (const { json } of read()) {
    const [newest] = JSON.parse(`[${Buffer.from(json).toString()}]`) as { readonly create_time: string }[];
    if (newest) return Date.parse(newest.create_time) as Instant;
  }
  return Date.now() as Instant;
}

const credentialItems = (credentials: DemoCredentials) =>
  Object.entries(credentials).map(([kind, token]) => ({ kind, token }));

type Addresses = {
  readonly baseUrl: string;
  readonly copy: string;
  readonly overview: string;
  readonly reference: string;
  readonly form: string;
  readonly widget: string;
};

function guideText(
  { baseUrl, copy, overview, reference, form, widget }: Addresses,
  credentials: DemoCredentials,
  requests: readonly string[],
): string {
  return [
    "",
    `  ${practice.name}, a fictional practice, at ${baseUrl}`,
    "",
    `  account key  ${credentials["account-key"]}  reads /v1`,
    `  api token    ${credentials["api-token"]}  reads /v2`,
    `  web forms    ${credentials["web-forms"]}  uploads online submissions`,
    `  loader       ${credentials.loader}  sends files to /v1/loads`,
    `  office       ${credentials.office}  imports files and reads /v2`,
    "",
    "  Overview of the practice in a browser:",
    "",
    overview,
    "",
    "  Sample requests (the fourth prints one item per line, the fifth lists reviews that changed on or after the date):",
    "",
    ...requests,
    "",
    "  Copy all data to a SQLite file (run the command again to update the copy):",
    "",
    copy,
    "",
    "  API reference, where you can also send requests:",
    "",
    reference,
    "",
    "  Landing page of a campaign link, with a form (a submitted form becomes a conversion):",
    "",
    form,
    "",
    "  Review widget as on the website of the practice:",
    "",
    widget,
    "",
    "  Press Ctrl-C to stop the server. The data is kept for the next run.",
    "",
  ].join("\n");
}

/** Working tokens, one of each kind. */
type DemoCredentials = Readonly<Record<TokenKind, string>>;

/** Reads the credentials from `file`. Replaces each credential that is missing or no longer works. */
export async function demoCredentials(domain: Domain, account: AccountId, file: string): Promise<DemoCredentials> {
  const stored = await storedCredentials(file);
  const entries: [TokenKind, string][] = [];
  for (const kind of tokenKinds) entries.push([kind, await workingToken(domain, account, kind, stored[kind])]);
  const working = Object.fromEntries(entries) as DemoCredentials;
  if (entries.some(([kind, token]) => token !== stored[kind])) await keep(file, working);
  return working;
}

async function workingToken({ access }: Domain, account: AccountId, kind: TokenKind, stored: unknown): Promise<string> {
  if (typeof stored === "string" && (await works(access, account, kind, stored))) return stored;
  return (await access.createToken(account, { kind, name: "demo" })).token;
}

const audiences: Readonly<Record<TokenKind, Audience>> = {
  "account-key": "v1-data",
  "api-token": "v2-data",
  "web-forms": "submissions",
  loader: "loads",
  office: "loads",
};

async function works(access: Domain["access"], account: AccountId, kind: TokenKind, token: string): Promise<boolean> {
  try {
    const caller = await access.authenticate(audiences[kind], token);
    return caller.account === account && caller.kind === kind;
  } catch (error) {
    if (isDomainError(error)) return false;
    throw error;
  }
}

/** Reads the stored credentials. An absent or invalid file counts as empty. */
async function storedCredentials(file: string): Promise<Partial<Record<TokenKind, unknown>>> {
  try {
    const stored: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** Replaces the file atomically. Only the owner can read and write the new file. */
async function keep(file: string, credentials: DemoCredentials): Promise<void> {
  const fresh = `${file}.new`;
  await rm(fresh, { force: true });
  await writeFile(fresh, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(fresh, file);
}

/** Links to the demo's pages on the start page. */
export const demoLinks = [
  { name: "overview", path: "/demo/overview", text: "Demo: overview of the practice, with a month's figures" },
  { name: "form", path: `/demo/form?scct=${linkParameter}`, text: "Demo: booking form that a campaign link opens" },
  { name: "widget", path: "/demo/widget", text: "Demo: web page of a practice with the review widget" },
];
