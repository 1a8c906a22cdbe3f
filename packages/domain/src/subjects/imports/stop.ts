import type { EmailAddress } from "../../foundation/kernel/email.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";

export type Contact = Phone | EmailAddress;

/** Phone number or email address that opted out of invites. `since` is `null` if the time of the opt-out is unknown. */
export type Stop = { readonly contact: Contact; readonly since: Instant | null };
