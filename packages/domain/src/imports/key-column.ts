type Member = string | number | null;

/** One member of many rows, which is a number in each or a text in each, or `null`. */
type KeyColumn = {
  set(at: number, member: Member): void;
  get(at: number): Member;
  /** Numbers among themselves, texts by their characters: nearly as engines compare them, and nearly is enough. */
  compare(one: number, other: number): number;
};

/** The column that a first member begins. Numbers lie in a list of numbers alone, where they take a third of their room. */
export const keyColumn = (first: Member): KeyColumn => (typeof first === "string" ? textColumn() : numberColumn());

const fewest = 1_024;

function numberColumn(): KeyColumn {
  let numbers = new Float64Array(fewest);
  return {
    set(at, member) {
      if (typeof member === "string") throw new Error("a column of numbers is given a text");
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

function textColumn(): KeyColumn {
  const texts: (string | null)[] = [];
  return {
    set(at, member) {
      if (typeof member === "number") throw new Error("a column of texts is given a number");
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
