import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { bundleOf } from "@repute/domain/testing";
import fc from "fast-check";
import { scaled } from "../../../test/torture.js";
import { type OpenDomain, openDomain } from "../src/open-domain.js";
import { readConfig } from "../src/settings/config.js";
import { accountWithToken } from "./support/account.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const lists = ["locations", "platforms", "surveys-list"] as const;
type List = (typeof lists)[number];

/** Change or deletion of a record by one of two processes. A null name deletes the record. */
type Change = {
  readonly writer: number;
  readonly kind: "location" | "platform";
  readonly id: number;
  readonly name: string | null;
};
/** Request for a list to one of two servers. */
type Request = { readonly server: number; readonly list: List; readonly encoding: string };

const either = fc.constantFrom(0, 1);
const steps = fc.array(
  fc.oneof(
    fc.record<Change>({
      writer: either,
      kind: fc.constantFrom("location", "platform"),
      id: fc.integer({ min: 1, max: 3 }),
      name: fc.constantFrom("Main Street", "Oak Street", null),
    }),
    fc.record<Request>({
      server: either,
      list: fc.constantFrom(...lists),
      encoding: fc.constantFrom("identity", "gzip", "br"),
    }),
  ),
  { maxLength: 30 },
);

const lineOf = (kind: "location" | "platform", id: number, name: string | null) => {
  if (name === null) return { kind, id, deleted: true };
  if (kind === "platform") return { kind, id, name, is_survey: name === "Oak Street" };
  return { kind, id, location_name: name, external_location_ids: [] };
};

describe.each(engines)("catalogs that servers cache on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  let writers: readonly OpenDomain[];
  beforeEach(async () => {
    const config = readConfig(workspace().env);
    writers = [await openDomain(config), await openDomain(config)];
  });
  afterEach(() => Promise.all(writers.map(({ close }) => close())));

  /** Reads the expected list from the database and bypasses server caches. */
  async function listed(account: AccountId, list: List): Promise<unknown> {
    const [{ domain }] = writers as [OpenDomain];
    if (list === "surveys-list") return { items: await domain.surveys.list(account) };
    return { items: await domain.catalog[list](account) };
  }

  it("always equal the database, whichever process changed it", async () => {
    const { env, serve } = workspace();
    const token = await accountWithToken(env);
    const noLimit = { RATE_LIMIT_PER_MINUTE: "0" };
    const servers = [await serve(["serve"], noLimit), await serve(["serve"], noLimit)].map(({ baseUrl }) => baseUrl);
    const [account] = (await writers[0]?.domain.accounts.list()) ?? [];
    const id = account?.id ?? (0 as AccountId);
    const tags = new Map<string, string>();

    async function take(step: Change | Request): Promise<void> {
      if ("writer" in step) {
        await writers[step.writer]?.domain.bundle.load(id, bundleOf([lineOf(step.kind, step.id, step.name)]));
        return;
      }
      const headers = { "api-token": token, "Accept-Encoding": step.encoding };
      const url = `${servers[step.server]}/v2/${step.list}`;
      const response = await fetch(url, { headers });
      const text = await response.text();
      expect(JSON.parse(text)).toEqual(await listed(id, step.list));
      const tag = response.headers.get("ETag") ?? "";
      expect(tags.get(`${step.list} ${tag}`) ?? text).toBe(text);
      tags.set(`${step.list} ${tag}`, text);
      const again = await fetch(url, { headers: { ...headers, "If-None-Match": tag } });
      expect(again.status).toBe(304);
    }

    await fc.assert(
      fc.asyncProperty(steps, async (some) => {
        for (const step of some) await take(step);
      }),
      { numRuns: scaled(12, 500) },
    );
  });
});
