import type { RecordStore } from "../feed/record-store.js";
import type { Invite } from "./invite.js";

/** The invites of an account. */
export type InviteStore = RecordStore<Invite>;
