import { type AccountId, type Domain, type Instant, localDate, withTrackingParameter } from "@repute/domain";
import { linkParameter } from "./call-line.js";
import { demoKey } from "./demo-account.js";
import type { DemoCredentials } from "./demo-credentials.js";
import { practice } from "./towns.js";

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
  const reference = `${baseUrl}/docs`;
  const widget = `${baseUrl}/demo/widget`;
  const form = withTrackingParameter(`${baseUrl}/demo/form`, linkParameter);
  return {
    json: {
      ...{ base_url: baseUrl, account: demoKey, credentials: credentialItems(credentials) },
      ...{ curl: requests, copy, reference, form, widget },
    },
    text: guideText({ baseUrl, copy, reference, form, widget }, credentials, requests),
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
  readonly reference: string;
  readonly form: string;
  readonly widget: string;
};

function guideText(
  { baseUrl, copy, reference, form, widget }: Addresses,
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
