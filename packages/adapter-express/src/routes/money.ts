/** Divides an amount by `count`. Rounds half a cent away from zero. Returns 0 if `count` is 0. */
export function dividedBy(amount: number, count: number): number {
  if (count === 0) return 0;
  const quotient = amount / count;
  return Math.sign(quotient) * Math.floor(Math.abs(quotient) + 0.5) || 0;
}

/**
 * Returns a function that formats amounts in an ISO 4217 currency: `$1,234.50`, `-$5.00`.
 * Currencies without a symbol use their code: `CHF 12.00`.
 */
export function moneyFormat(currency: string): (amount: number) => string {
  const sign = signOf(currency);
  const number = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (amount) => `${amount < 0 ? "-" : ""}${sign}${number.format(Math.abs(amount) / 100)}`;
}

function signOf(currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const symbol = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  return /\p{Sc}/u.test(symbol) ? symbol : `${currency} `;
}
