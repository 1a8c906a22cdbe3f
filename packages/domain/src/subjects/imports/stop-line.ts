import { parseEmail } from "../../foundation/kernel/email.js";
import { optional, parsed } from "../../foundation/kernel/line-fields.js";
import { instant } from "../../foundation/kernel/line-times.js";
import type { Shaped } from "../../foundation/kernel/line-shape.js";
import { parsePhone } from "../../foundation/kernel/phone.js";
import type { Contact, Stop } from "./stop.js";

/** Shape of the bundle's `stop` line. */
export const stopLine = {
  contact: parsed<Contact>("a phone number or an email address", (text) =>
    text.includes("@") ? parseEmail(text) : parsePhone(text),
  ),
  since: optional(instant),
};

/** Converts a bundle line to a stop. */
export const stopFromLine = ({ contact, since }: Shaped<typeof stopLine>): Stop => ({ contact, since });
