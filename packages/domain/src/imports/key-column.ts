type Member = string | number | null;

/** One member of many rows, which is a number in each or a text in each, or `null`. */
type KeyColumn = {
  set(at: number, member: Member): void;
  get(at: number): Member;
  /** Numbers among themselves, texts by their characters: nearly as engines compare them, and nearly is enough. */
  compare(one: number, other: number): number;
  /** Whether its members are not all the same. */
  varies(): boolean;
};

/**
 * The column that a first member begins. While all members are the same, no other one is kept. Numbers lie in a list of
 * numbers alone, where they take a third of their room.
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
      // Stands for `null`, because it is a number: no member is this one.
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
