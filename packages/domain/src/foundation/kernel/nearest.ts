const maxLength = 60;

/** Returns the known word that is most similar to a misspelled word. Returns `undefined` if no word is similar. */
export function nearestOf(written: string, known: readonly string[]): string | undefined {
  if (written.length > maxLength) return undefined;
  const wanted = folded(written);
  const near = known.flatMap((word) => {
    const maxDistance = Math.max(1, Math.floor(word.length / 4));
    if (Math.abs(folded(word).length - wanted.length) > maxDistance) return [];
    const edits = editsBetween(wanted, folded(word));
    return edits <= maxDistance ? [{ word, edits }] : [];
  });
  return near.sort((a, b) => a.edits - b.edits)[0]?.word;
}

/** Removes differences in case, spaces, underscores and hyphens. */
const folded = (word: string): string => word.toLowerCase().replace(/[\s_-]/g, "");

/** Returns the edit distance with transpositions between two words (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  let rows = [[], Array.from({ length: other.length + 1 }, (_, index) => index)] as [number[], number[]];
  for (let i = 1; i <= one.length; i++) {
    const [beforeLast, last] = rows;
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = edits(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped =
        one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? edits(beforeLast, j - 2) + 1 : Infinity;
      row.push(Math.min(edits(last, j) + 1, edits(row, j - 1) + 1, changed, swapped));
    }
    rows = [last, row];
  }
  return edits(rows[1], other.length);
}

const edits = (row: readonly number[], index: number): number => row[index] ?? Infinity;
