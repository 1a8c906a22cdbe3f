type Member = string | number | null;

/** One column of an index. Its values are numbers and `null`, or strings and `null`. */
type KeyColumn = {
  set(at: number, member: Member): void;
  get(at: number): Member;
  /**
   * Compares two rows by number, or by the code units of strings. The order approximates the order of the database
   * engines.
   */
  compare(one: number, other: number): number;
  /** Whether the column has at least two different values. */
  varies(): boolean;
};

/**
 * Creates a column from its first value. A column whose values are all equal stores only the first value. Numbers are
 * stored in a typed array, which takes a third of the memory.
 */
export function keyColumn(first: Member): KeyColumn {
  let column: Omit<KeyColumn, "varies"> | undefined;

  function begun(before: number): Omit<KeyColumn, "varies"> {
    const begun = typeof first === "string" ? textColumn() : numberColumn();
    for (let at = 0; at < before; at += 1) begun.set(at, first);
    return begun;
  }

  return {
    set(at, member) {
      if (!column && member === first) return;
      column ??= begun(at);
      column.set(at, member);
    },
    get: (at) => (column ? column.get(at) : first),
    compare: (one, other) => (column ? column.compare(one, other) : 0),
    varies: () => column !== undefined,
  };
}

const fewest = 1_024;

function numberColumn(): Omit<KeyColumn, "varies"> {
  let numbers = new Float64Array(fewest);
  return {
    set(at, member) {
      if (typeof member === "string") throw new Error("a string was added to a column of numbers");
      if (at >= numbers.length) {
        const more = new Float64Array(2 * numbers.length);
        more.set(numbers);
        numbers = more;
      }
      // `NaN` represents `null`. No value is `NaN`.
      numbers[at] = member ?? Number.NaN;
    },
    get(at) {
      const number = numbers[at] as number;
      return Number.isNaN(number) ? null : number;
    },
    compare: (one, other) => ordered(numbers[one] as number, numbers[other] as number),
  };
}

function textColumn(): Omit<KeyColumn, "varies"> {
  const texts: (string | null)[] = [];
  return {
    set(at, member) {
      if (typeof member === "number") throw new Error("a number was added to a column of strings");
      texts[at] = member;
    },
    get: (at) => texts[at] as string | null,
    compare: (one, other) => ordered(texts[one] ?? "", texts[other] ?? ""),
  };
}

function ordered<T extends string | number>(one: T, other: T): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
