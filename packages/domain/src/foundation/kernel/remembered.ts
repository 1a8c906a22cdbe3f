/** Maximum number of cached values. Exceeds the number of distinct values in a typical practice. */
const maxRemembered = 10_000;

/** Memoizes a function of one string. Caches the results of the first 10,000 distinct strings. */
export function remembered<Text extends string, Answer>(find: (text: Text) => Answer): (text: Text) => Answer {
  const known = new Map<Text, { readonly answer: Answer }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.answer;
    const answer = find(text);
    if (known.size < maxRemembered) known.set(text, { answer });
    return answer;
  };
}

/**
 * Memoizes a function of an array that never changes. The result is released together with the array.
 * If a storage returns the same array for unchanged records, their index is therefore built only once.
 */
export function rememberedOf<Item, Answer extends object>(
  derive: (items: readonly Item[]) => Answer,
): (items: readonly Item[]) => Answer {
  const known = new WeakMap<readonly Item[], Answer>();
  return (items) => {
    const answer = known.get(items) ?? derive(items);
    known.set(items, answer);
    return answer;
  };
}
