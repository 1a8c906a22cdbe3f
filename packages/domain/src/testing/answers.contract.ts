import { describe, expect, it } from "@jest/globals";
import type { GivenAnswer } from "../idempotency/answer-store.js";
import type { AccountId } from "../kernel/ids.js";
import { at } from "./builders.js";
import type { Fresh } from "./fresh-storage.js";
import { freshStorage } from "./fresh-storage.js";

const answer = (key: string, change: Partial<GivenAnswer> = {}): GivenAnswer => ({
  key,
  request: "asked",
  answer: '{"id":7}',
  at: at("2026-03-02T09:00:00Z"),
  ...change,
});

/** What any Storage must keep of answers. */
export function answersContract(fresh: Fresh): void {
  describe("answers", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...given: GivenAnswer[]) =>
      open.storage.transact(account, async ({ answers }) => {
        for (const one of given) await answers.save(account, one);
      });
    const found = (account: AccountId, key: string) =>
      open.storage.read(account, ({ answers }) => answers.byKey(account, key));

    it("are found by their keys, the last one of each", async () => {
      await save(open.mine, answer("a"), answer("b", { answer: "[]" }), answer("a", { answer: '"Zoë"' }));
      expect(await found(open.mine, "a")).toEqual(answer("a", { answer: '"Zoë"' }));
      expect(await found(open.mine, "b")).toEqual(answer("b", { answer: "[]" }));
      expect(await found(open.mine, "A")).toBeUndefined();
    });

    it("are never another account's", async () => {
      await save(open.mine, answer("a"));
      await save(open.other, answer("a", { answer: "other" }), answer("b"));
      await open.storage.transact(open.mine, ({ answers }) => answers.forget(open.mine, at("2027-01-01")));
      expect(await found(open.mine, "a")).toBeUndefined();
      expect(await found(open.mine, "b")).toBeUndefined();
      expect(await found(open.other, "a")).toEqual(answer("a", { answer: "other" }));
    });

    it("are forgotten when they were given before a time", async () => {
      const times = ["2026-03-02T08:59:59Z", "2026-03-02T09:00:00Z"] as const;
      await save(open.mine, answer("old", { at: at(times[0]) }), answer("new", { at: at(times[1]) }));
      await open.storage.transact(open.mine, ({ answers }) => answers.forget(open.mine, at(times[1])));
      expect(await found(open.mine, "old")).toBeUndefined();
      expect(await found(open.mine, "new")).toBeDefined();
    });
  });
}
