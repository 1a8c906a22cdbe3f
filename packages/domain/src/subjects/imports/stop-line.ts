import { parseEmail } from "../../foundation/kernel/email.js";
import { optional, parsed } from "../../foundation/kernel/line-fields.js";
import type { Shaped } from "../../foundation/kernel/line-shape.js";
import { instant } from "../../foundation/kernel/line-times.js";
import { parsePhone } from "../../foundation/kernel/phone.js";
import type { Contact, Stop } from "./stop.js";

/** Fields of a `stop` line in a bundle. */
export const stopLine = {
  contact: parsed<Contact>("a phone number or an email address", (text) =>
    text.includes("@") ? parseEmail(text) : parsePhone(text),
  ),
  since: optional(instant),
};

export const stopFromLine = ({ contact, since }: Shaped<typeof stopLine>): Stop => ({ contact, since });
