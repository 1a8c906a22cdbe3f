import type { LinkingStores } from "../appointments/appointment-store.js";
import type { ContactStore } from "../conversions/contact-store.js";
import type { SubmissionStore } from "./submission-store.js";

/** Stores that are needed to record submissions. */
export type SubmissionStores = LinkingStores & {
  readonly contacts: ContactStore;
  readonly submissions: SubmissionStore;
};
