import type { Invite } from "../invites/invite.js";
import { anInvite, at } from "./builders.js";
import type { Fresh } from "./fresh-storage.js";
import { recordsContract } from "./records.contract.js";

/** What the invites of any Storage must do. */
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
    ],
    mentions: {
      locationIds: "locationId",
      providerIds: "providerId",
      platformIds: "platformId",
      messageIds: "messageId",
    },
  });
}
