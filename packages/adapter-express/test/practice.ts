import type { AccountId, Domain, FeedBatch, Ports, TokenKind } from "@repute/domain";
import { createDomain } from "@repute/domain";
import { memoryPorts, stillClock } from "@repute/domain/memory";
import { bundleOf } from "@repute/domain/testing";
import type { RequestLog } from "../src/options.js";

/** A practice with a small catalog, two reviews and a token of each kind, over ports of which some may be replaced. */
export async function practice(replace: (ports: Ports) => Ports = (ports) => ports) {
  const clock = stillClock();
  const ports = memoryPorts({ clock });
  const domain = createDomain(replace(ports));
  const { id: account } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  await domain.bundle.load(account, bundleOf(bundle));
  const tokens = {
    "account-key": await tokenFor(domain, account, "account-key"),
    "api-token": await tokenFor(domain, account, "api-token"),
    "web-forms": await tokenFor(domain, account, "web-forms"),
  };
  return { clock, ports, domain, account, tokens, ...observed() };
}

export type Practice = Awaited<ReturnType<typeof practice>>;

/** A token of that kind, as text. */
export const tokenFor = async (domain: Domain, account: AccountId, kind: TokenKind) =>
  (await domain.access.createToken(account, { kind })).token;

/** Options that keep what is reported and logged. */
function observed() {
  const reports: { readonly error: unknown; readonly id: string }[] = [];
  const logs: RequestLog[] = [];
  const options = {
    report: (error: unknown, id: string) => void reports.push({ error, id }),
    log: (record: RequestLog) => void logs.push(record),
    checkReplies: true,
  };
  return { reports, logs, options };
}

/** Ports whose lists are read from `read` instead. */
export const withFeed = (read: () => AsyncIterable<FeedBatch>) => (ports: Ports) => ({
  ...ports,
  storage: { ...ports.storage, feed: { read } },
});

const bundle = [
  { kind: "location", id: 1, location_name: "Main Street", external_location_ids: ["L-1"], formatted: "1 Main St" },
  { kind: "provider", id: 10, name: "Dr. Ada Quill", npi: "1234567893", external_provider_ids: ["P-10"] },
  { kind: "listing", id: 20, location_id: 1, provider_id: 10, name: "Ada Quill at Main", formatted: "1 Main St #2" },
  { kind: "group", id: 30, name: "North", provider_ids: [10], location_ids: [1] },
  { kind: "platform", id: 3, name: "Google", is_survey: false, active: true },
  { kind: "platform", id: 4, name: "After the visit", is_survey: true },
  {
    kind: "review",
    id: 501,
    platform_id: 3,
    location_id: 1,
    provider_id: 10,
    rating: 5,
    comment: "Kind and quick",
    reviewer: "Bo T.",
    create_time: "2026-03-01T17:05:00Z",
    extras: { plan: "gold" },
  },
  {
    kind: "review",
    id: 502,
    platform_id: 4,
    rating: 2,
    comment: "Cold waiting room",
    create_time: "2026-03-03T09:00:00Z",
  },
];
