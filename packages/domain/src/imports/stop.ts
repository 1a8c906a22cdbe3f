import type { EmailAddress } from "../kernel/email.js";
import type { Instant } from "../kernel/instant.js";
import type { Phone } from "../kernel/phone.js";

/** By what a patient is reached. */
export type Contact = Phone | EmailAddress;

/** Somebody who asked for no more invites; `since` is `null` when that is not known. */
export type Stop = { readonly contact: Contact; readonly since: Instant | null };
