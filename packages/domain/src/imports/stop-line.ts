import { parseEmail } from "../kernel/email.js";
import { optional, parsed } from "../kernel/line-fields.js";
import { instant } from "../kernel/line-times.js";
import type { Shaped } from "../kernel/line-shape.js";
import { parsePhone } from "../kernel/phone.js";
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
