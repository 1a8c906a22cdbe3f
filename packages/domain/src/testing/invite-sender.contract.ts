import type { AccountId, InviteId } from "../foundation/kernel/ids.js";
import { plus, second } from "../foundation/kernel/instant.js";
import type { InviteSender } from "../subjects/imports/import-run.js";
import { anInvite, at } from "./builders.js";
import { describe, expect, it } from "./runner.js";

/** Invite sender with the invites that it would send, by account: the id and the recipient, sorted by id. */
export type OpenSender = {
  readonly sender: InviteSender;
  readonly pending: (account: AccountId) => Promise<readonly { readonly id: number; readonly sentTo: string }[]>;
};

const [mine, other] = [1, 2] as AccountId[] as [AccountId, AccountId];
const planned = plus(at("2026-03-01T12:00:00Z"), second);
const invite = (id: number, sentTo = "+18015550142") =>
  anInvite({ id: id as InviteId, sentTo, sentAt: planned, status: "scheduled" });

/** Tests that every implementation of `InviteSender` must pass. Call this function once per adapter. */
export function inviteSenderContract(name: string, fresh: () => Promise<OpenSender>): void {
  describe(`the invites of ${name}`, () => {
    it("are pending until they are withdrawn", async () => {
      const { sender, pending } = await fresh();
      await sender.schedule(mine, [invite(1), invite(2)]);
      await sender.schedule(mine, []);
      expect((await pending(mine)).map(({ id }) => id)).toEqual([1, 2]);
      if (!sender.withdraw) return;
      await sender.withdraw(mine, [1, 9] as InviteId[]);
      await sender.withdraw(mine, [1] as InviteId[]);
      expect((await pending(mine)).map(({ id }) => id)).toEqual([2]);
    });

    it("are replaced if they are scheduled again", async () => {
      const { sender, pending } = await fresh();
      await sender.schedule(mine, [invite(1), invite(2)]);
      await sender.schedule(mine, [invite(1, "ann@example.com")]);
      expect(await pending(mine)).toMatchObject([
        { id: 1, sentTo: "ann@example.com" },
        { id: 2, sentTo: "+18015550142" },
      ]);
    });

    it("belong to one account, even with equal ids", async () => {
      const { sender, pending } = await fresh();
      await sender.schedule(mine, [invite(1)]);
      await sender.schedule(other, [invite(1, "bo@example.com")]);
      await sender.withdraw?.(mine, [1] as InviteId[]);
      expect(await pending(other)).toMatchObject([{ id: 1, sentTo: "bo@example.com" }]);
    });
  });
}
