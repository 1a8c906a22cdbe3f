import type { PatientWarningItem } from "@repute/domain";

type Finding = NonNullable<PatientWarningItem["notes"]["warnings"]>[number];

/**
 * Formats a finding for people. The published texts name fields as the API does, such as `address_1`. Reports name the
 * same fields with `labelOf`: by the heading of the file, or by a label.
 */
export function findingText({ code, field, text }: Finding, labelOf: (field: string) => string): string {
  if (code === "missing_required_field" && field !== null) return `${labelOf(field)} is empty`;
  const colon = text.indexOf(": ");
  const [statement, value] = colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon)];
  const labeled =
    field !== null && statement.startsWith(`${field} `) ? labelOf(field) + statement.slice(field.length) : statement;
  const spelled = labeled.replace("recognised", "recognized").replace(/^E-mail/, "Email");
  return spelled + (code === "incomplete_address" ? labeledList(value, labelOf) : value);
}

/** Replaces the field names in a list such as `: city, zip`. */
const labeledList = (value: string, labelOf: (field: string) => string): string =>
  value.replace(/[a-z_0-9]+/g, labelOf);
