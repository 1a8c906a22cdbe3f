import type { IdReader } from "../../foundation/records/id-reader.js";
import type { LinkingStores } from "../appointments/appointment-store.js";
import type { ContactStore } from "../conversions/contact-store.js";
import type { SubmissionStore } from "./submission-store.js";

export type SubmissionStores = LinkingStores & {
  readonly contacts: ContactStore;
  readonly ids: IdReader;
  readonly submissions: SubmissionStore;
};
