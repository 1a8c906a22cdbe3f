import type { EmailAddress } from "../../foundation/kernel/email.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";

/** Phone number or email address of a patient. */
export type Contact = Phone | EmailAddress;

/** A contact that opted out of invites. `since` is `null` if the time is unknown. */
export type Stop = { readonly contact: Contact; readonly since: Instant | null };
