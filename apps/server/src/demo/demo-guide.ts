import type { AccountId, Domain, Instant } from "@repute/domain";
import { localDate, withTrackingParameter } from "@repute/domain";
import type { Output } from "../output.js";
import { linkParameter } from "./call-line.js";
import { demoKey } from "./demo-account.js";
import type { DemoCredentials } from "./demo-credentials.js";
import { practice } from "./places.js";

const week = 6 * 86_400_000;

/** What somebody needs to know to try the demo. */
export async function demoGuide(
  domain: Domain,
  account: AccountId,
  credentials: DemoCredentials,
  baseUrl: string,
): Promise<Output> {
  const newest = await newestReview(domain, account);
  const days = `date=${localDate((newest - week) as Instant, practice.timeZone)}&end=${localDate(newest, practice.timeZone)}`;
  const requests = [
    curl(credentials["api-token"], `${baseUrl}/v2/reviews?${days}`),
    curl(credentials["account-key"], `${baseUrl}/v1/reviews?${days}&rating=1,2`),
    curl(credentials["api-token"], `${baseUrl}/v2/locations`),
  ];
  const form = withTrackingParameter(`${baseUrl}/demo/form`, linkParameter);
  return {
    json: { base_url: baseUrl, account: demoKey, credentials: credentialItems(credentials), curl: requests, form },
    text: guideText(baseUrl, credentials, requests, form),
  };
}

const curl = (token: string, url: string) => `curl -H "api-token: ${token}" "${url}"`;

/** Lists come newest first. */
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

function guideText(baseUrl: string, credentials: DemoCredentials, requests: readonly string[], form: string): string {
  return [
    "",
    `  ${practice.name}, a made-up practice, at ${baseUrl}`,
    "",
    `  account key  ${credentials["account-key"]}  reads /v1`,
    `  api token    ${credentials["api-token"]}  reads /v2`,
    `  web forms    ${credentials["web-forms"]}  posts online submissions`,
    "",
    "  Try:",
    "",
    ...requests,
    "",
    "  A form that the link of a campaign leads to; what you send becomes a conversion:",
    "",
    form,
    "",
    "  Ctrl-C stops the server; the data stays for the next time.",
    "",
  ].join("\n");
}
