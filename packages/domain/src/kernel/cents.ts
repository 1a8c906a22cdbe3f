import type { Brand } from "./brand.js";

/** An amount of money in whole cents; never a fraction. */
export type Cents = Brand<number, "Cents">;

const shape = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/;

/** Decimal text (`"1250.00"`, `"-3.5"`) as cents; `undefined` for anything else. */
export function parseMoney(text: string): Cents | undefined {
  const parts = shape.exec(text);
  if (!parts) return undefined;
  const cents = Number(parts[2]) * 100 + Number((parts[3] ?? "").padEnd(2, "0"));
  return (parts[1] && cents > 0 ? -cents : cents) as Cents;
}
