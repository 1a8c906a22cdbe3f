import type { AccountId, Domain, Principal, Storage } from "@repute/domain";
import { aCampaign, aProvider, aUser } from "@repute/domain/testing";

/** Returns functions that enlarge an account, and questions whose cost must not grow with the account. */
export function growingAccount(storage: Storage, domain: Domain, account: AccountId) {
  let submitted = 0;

  async function submit(count: number): Promise<void> {
    const by: Principal = { account, kind: "web-forms", id: 1 as never };
    const submissions = Array.from({ length: count }, () => {
      const index = (submitted += 1);
      return {
        ...{ scct_parameter: "spring", conversion_type: "Online", patient_name: `Cal Reed${index}` },
        ...{ phone_number: `801${2_000_000 + index * 13}`, email: `cal${index}@example.com` },
        submission_date: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
      };
    });
    await domain.submissions.batch({ submissions }, { by, idempotencyKey: undefined });
  }

  async function readAll({ read }: { read(): AsyncIterable<unknown> }): Promise<void> {
    for await (const _ of read()) continue;
  }

  const questions: Readonly<Record<string, () => Promise<unknown>>> = {
    "one submission": () => submit(1),
    "a page of conversions": async () => readAll(await domain.conversions.list(account, { limit: "100" })),
    "a page of one provider's reviews": async () =>
      readAll(await domain.reviews.list(account, { limit: "100", provider_id: "7" })),
    "a page of users": async () => readAll(await domain.users.list(account, { limit: "100" })),
    "a page of changes": async () => readAll(await domain.changes.list(account, { limit: "100" })),
    "a campaign summary": () =>
      domain.campaigns.summarize(account, { start_date: "2026-01-01", end_date: "2026-06-30" }),
  };

  return {
    questions,
    /** Adds conversions, campaigns, providers and users until the account has `count` of each. */
    async growTo(count: number): Promise<void> {
      while (submitted < count) await submit(Math.min(1_000, count - submitted));
      const ids = Array.from({ length: count }, (_, index) => (index + 1) as never);
      await storage.transact(account, async ({ catalog, users }) => {
        await catalog.save(account, {
          campaigns: ids.map((id) => aCampaign({ id })),
          providers: ids.map((id) => aProvider({ id })),
        });
        const all = ids.map((id) => aUser({ id, email: `user${Number(id)}@example.com` }));
        await users.save(account, all);
      });
    },
  };
}
