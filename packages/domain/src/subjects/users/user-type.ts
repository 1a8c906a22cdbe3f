import { plus } from "../../foundation/kernel/instant.js";
import { countOnly, idsIn, storingStep } from "../../foundation/records/line-rules.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import { checkUsers, type UserReads } from "./check-users.js";
import type { ForgetUserStores, UserPlaces } from "./forget-user.js";
import type { InvitationStore } from "./invitation-store.js";
import { linksKnown } from "./invitation.js";
import { recordUsers, type RecordUserStores } from "./record-users.js";
import { removeUsers } from "./remove-users.js";
import { userFromLine, userLine } from "./user-line.js";

type UserStores = RecordUserStores & ForgetUserStores & { readonly invitations: Pick<InvitationStore, "forgetLinks"> };

/**
 * Record type for users.
 * A bundle load stores and deletes users in the unit of work that accepts the load, because rules can reject both
 * steps.
 */
export const userType: LoadedType<UserReads, UserStores, UserPlaces, "user"> = {
  kind: "user",
  lines: {
    shape: userLine,
    keys: ["id"],
    storing: storingStep({
      step: 1,
      reading: "second",
      shape: userLine,
      fromLine: userFromLine,
      record: recordUsers,
    }),
    check: checkUsers,
    removing: { remove: async (keys, work, places) => countOnly(await removeUsers(idsIn(keys), work, places)) },
  },
  expire: ({ invitations }, account, now) => invitations.forgetLinks(account, plus(now, -linksKnown)),
};
