import type { Brand } from "./brand.js";

/** Amount of money in whole cents. */
export type Cents = Brand<number, "Cents">;

const shape = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/;

/** Parses a decimal amount (`"1250.00"`, `"-3.5"`) to cents. Returns `undefined` for anything else. */
export function parseMoney(text: string): Cents | undefined {
  const parts = shape.exec(text);
  if (!parts) return undefined;
  const cents = Number(parts[2]) * 100 + Number((parts[3] ?? "").padEnd(2, "0"));
  return (parts[1] && cents > 0 ? -cents : cents) as Cents;
}

/** Formats cents as a decimal amount: `1250.00`, `-3.50`. */
export function decimalText(amount: number): string {
  const cents = Math.abs(amount);
  return `${amount < 0 ? "-" : ""}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
