import { newBulk } from "../foundation/feed/keyed-store.js";
import type { InviteId } from "../foundation/kernel/ids.js";
import { hour, plus } from "../foundation/kernel/instant.js";
import type { Invite } from "../subjects/invites/invite.js";
import { anInvite, at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { recordsContract } from "./records.contract.js";
import { describe, expect, it } from "./runner.js";

export function invitesContract(fresh: Fresh): void {
  recordsContract<Invite>(fresh, {
    name: "invites",
    store: ({ invites }) => invites,
    make: (overrides) => anInvite(overrides as Partial<Invite>),
    samples: [
      anInvite({
        id: 9 as never,
        sentBy: "",
        customerName: null,
        locationId: null,
        providerId: null,
        messageId: null,
        platformId: null,
        openedAt: null,
        clicks: [],
        reviewRating: null,
      }),
      anInvite({
        id: 10 as never,
        type: "email",
        sentTo: "zoë+x@example.com",
        phone: null,
        openedAt: at("2026-03-01T00:00:00Z"),
        clicks: [
          { at: at("2026-03-01T00:01:00Z"), name: "Google" },
          { at: at("2026-03-01T00:01:00Z"), name: 'a "b"' },
        ],
        proceededToReview: true,
        reviewRating: 4.5,
        status: "opened",
        extras: { "Où?": "là" },
        patientId: "MRN-5",
        visit: "main\nA-77",
      }),
      anInvite({ id: 11 as never, isWaiting: true }),
    ],
    mentions: {
      locationIds: "locationId",
      providerIds: "providerId",
      platformIds: "platformId",
      messageIds: "messageId",
    },
  });

  describe("waiting invites", () => {
    const open = freshStorage(fresh);
    const inHours = (hours: number) => plus(open.start, hours * hour);
    const waiting = (id: number, hours: number): Invite => ({
      ...anInvite({ id: id as InviteId, sentAt: inHours(hours), isWaiting: true }),
      ...{ locationId: null, providerId: null, messageId: null, platformId: null },
    });
    const save = (invites: readonly Invite[], account = open.mine) =>
      open.storage.transact(account, (stores) => stores.invites.save(account, invites));
    const noteNext = (account = open.mine) =>
      open.storage.transact(account, (stores) => stores.invites.noteNextDue(account));
    const idsUntil = (hours: number, limit = 10) =>
      open.storage.transact(open.mine, async ({ invites }) => {
        const found = await invites.waiting(open.mine, { until: inHours(hours), limit });
        return found.map(({ id }) => id as number);
      });
    const due = (hours: number) => open.storage.invites.due(inHours(hours));

    it("are found by planned time, earliest first, for their account only", async () => {
      await save([waiting(1, 3), waiting(2, 1), { ...waiting(3, 1), isWaiting: false }, waiting(4, 1), waiting(5, 4)]);
      await save([waiting(6, 1)], open.other);
      expect(await idsUntil(3)).toEqual([2, 4, 1]);
      expect(await idsUntil(3, 2)).toEqual([2, 4]);
      expect(await idsUntil(0)).toEqual([]);
    });

    it("are found even before their keys are added", async () => {
      await open.storage.transact(open.mine, ({ invites }) => invites.save(open.mine, [waiting(1, 2)], newBulk()));
      expect(await idsUntil(2)).toEqual([1]);
      expect(await due(2)).toEqual([open.mine]);
    });

    it("make their account due at the earliest planned time", async () => {
      await save([waiting(1, 3), waiting(2, 2)]);
      await save([waiting(3, 5)]);
      await save([waiting(4, 1)], open.other);
      expect(await due(0)).toEqual([]);
      expect(await due(1)).toEqual([open.other]);
      expect([...(await due(2))].sort()).toEqual([open.mine, open.other].sort());
    });

    it("make their account due later or not at all, once the next due time is saved", async () => {
      await save([waiting(1, 2), waiting(2, 4)]);
      await save([{ ...waiting(1, 2), isWaiting: false }]);
      await noteNext();
      expect(await due(3)).toEqual([]);
      expect(await due(4)).toEqual([open.mine]);
      await open.storage.transact(open.mine, ({ invites }) => invites.remove(open.mine, [2 as InviteId]));
      await noteNext();
      expect(await due(1_000)).toEqual([]);
      await save([waiting(3, 6)]);
      expect(await due(6)).toEqual([open.mine]);
    });
  });
}
