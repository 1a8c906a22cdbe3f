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
