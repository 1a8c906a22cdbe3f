const filled = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Generators of strings that cause careless normalization or regular expressions to take quadratic time. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  "combining marks": (length) => `a${filled("\u0301")(length / 2)}${filled("\u0323")(length / 2 - 1)}`,
  "marks in turn": filled("\u0301\u0323"),
  ligatures: filled("\ufdfa"),
  "joined people": filled("\u{1f468}\u200d\u{1f469}\u200d"),
  spaces: (length) => `${filled(" ")(length - 1)}x`,
  "tabs and spaces": (length) => `x${filled("\t ")(length - 2)}x`,
  "no-break spaces": (length) => `${filled("\u00a0")(length - 1)}x`,
  digits: filled("1"),
  "digits with extensions": filled("1x"),
  zeros: filled("0"),
  "words that grow in lower case": filled("\u0130"),
  hyphens: filled("-"),
  commas: filled(","),
  dots: (length) => `a@${filled("a.")(length - 2)}`,
  "at signs": filled("a@"),
  brackets: filled("["),
  quotes: filled('"'),
  backslashes: filled("\\"),
  slashes: (length) => `http://${filled("/a")(length - 7)}`,
  titles: filled("dr. "),
  colons: filled("12:"),
};
