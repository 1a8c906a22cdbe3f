import { idsIn, storingStep, taken } from "../../foundation/records/line-rules.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import type { ForgettingStores, UserPlaces } from "./forget-user.js";
import type { RecordUserStores } from "./record-users.js";
import { recordUsers } from "./record-users.js";
import { removeUsers } from "./remove-users.js";
import { userFromLine, userLine } from "./user-line.js";

/**
 * Record type for users. Users are stored first and deleted last in a bundle load, because rules can reject both steps.
 */
export const userType: LoadedType<unknown, RecordUserStores & ForgettingStores, UserPlaces, "user"> = {
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
    removing: { remove: async (keys, work, places) => taken(await removeUsers(idsIn(keys), work, places)) },
  },
};
