/**
 * A JSON object with exactly these members in exactly this order. A JavaScript object has other ideas of names that are
 * numbers, which come first, and of `__proto__`.
 */
export const jsonObject = (members: Iterable<readonly [name: string, value: unknown]>): string =>
  `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
