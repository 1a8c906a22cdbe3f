/**
 * Serializes a JSON object with its members in the given order.
 *
 * A JavaScript object would move integer-like names to the front and treat `__proto__` specially.
 */
export const jsonObject = (members: Iterable<readonly [name: string, value: unknown]>): string =>
  `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
