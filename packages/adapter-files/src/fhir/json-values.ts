/** Returns the value at a path in a JSON value, or `undefined` if the path does not exist. */
export const valueAt = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string | number, unknown>)[key] : undefined,
    value,
  );

/** Returns the trimmed string at a path, or `undefined` if the string is empty or the value is not a string. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = valueAt(value, ...path);
  return (typeof found === "string" && found.trim()) || undefined;
}

/** Returns the array at a path, or an empty array if the value is not an array. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}
