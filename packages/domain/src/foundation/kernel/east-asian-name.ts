const eastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u;
const hangul = /^\p{Script=Hangul}+$/u;
const han = /^[\p{Script=Han}々]+$/u;
const leadingHan = /^[\p{Script=Han}々]+/u;

/** Family names of two characters, in Korean, simplified Chinese and traditional Chinese. */
const longFamilyNames = new Set(
  (
    "남궁 황보 제갈 선우 독고 사공 서문 동방 欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 " +
    "慕容 令狐 司徒 夏侯 宇文 长孙 長孫 端木"
  ).split(" "),
);

/** Maximum length of a name in kana that can be one name. Longer names without a space can be full names. */
const maxKana = 3;

/** True if a word is written only in Chinese, Japanese or Korean characters. */
export const isEastAsian = (word: string): boolean => eastAsian.test(word);

/**
 * Returns the given name of a name without spaces in Chinese, Japanese or Korean, where the family name comes first.
 * Returns an empty string if the name can be a full name that cannot be split.
 */
export function eastAsianGivenName(word: string): string {
  const letters = [...word.normalize("NFC")];
  if (letters.length === 1) return word;
  if (hangul.test(word)) return letters.slice(familyLength(letters, Infinity)).join("");
  if (han.test(word)) return letters.slice(familyLength(letters, 4)).join("");
  const family = leadingHan.exec(word)?.[0] ?? "";
  if (family === "") return letters.length <= maxKana ? word : "";
  return word.slice(family.length);
}

/** Returns the number of characters of the family name. Names of at least `minLong` characters have two. */
const familyLength = (letters: readonly string[], minLong: number): number =>
  letters.length > 2 && (letters.length >= minLong || longFamilyNames.has(letters.slice(0, 2).join(""))) ? 2 : 1;
