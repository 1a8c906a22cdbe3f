import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { anyCharacter } from "../../testing/arbitraries.js";
import { firstNameShown, namesAgree, personName } from "./contact-details.js";

describe("personName", () => {
  it.each([
    ["Lorenzo Cole", "lorenzo", "cole"],
    ["Cole, Lorenzo", "lorenzo", "cole"],
    ["Cole,Lorenzo", "lorenzo", "cole"],
    ["  COLE ,  LORENZO  ", "lorenzo", "cole"],
    ["Lorenzo\u00a0Cole", "lorenzo", "cole"],
    ["Mary Ann Koss", "mary ann", "koss"],
    ["Koss, Mary  Ann", "mary ann", "koss"],
    ["Koss, Mary, Ann", "mary ann", "koss"],
    ["Lorenzo J. Cole", "lorenzo j", "cole"],
  ])("splits %j into first and last name", (text, first, last) => {
    expect(personName(text)).toEqual({ first, last });
  });

  it.each([
    ["Cole", "cole"],
    ["Cole,", "cole"],
    [", Cole", "cole"],
    ["Dr. Cole", "cole"],
    ["Van", "van"],
  ])("uses the only word of %j as the last name", (text, last) => {
    expect(personName(text)).toEqual({ first: "", last });
  });

  it.each([
    ["Mónica Olivárez", "monica", "olivarez"],
    ["Mo\u0301nica Olivárez", "monica", "olivarez"],
    ["ＭＯＮＩＣＡ Olivarez", "monica", "olivarez"],
    ["Zoë İnan", "zoe", "inan"],
  ])("removes the accents and capitals of %j", (text, first, last) => {
    expect(personName(text)).toEqual({ first, last });
  });

  it.each([
    ["Dr. Eloisa Streich", "eloisa", "streich"],
    ["Dr.Eloisa Streich", "eloisa", "streich"],
    ["DR Eloisa Streich", "eloisa", "streich"],
    ["Mr. Neal King", "neal", "king"],
    ["Mrs Eva Schumm", "eva", "schumm"],
    ["Ms. Eva Schumm", "eva", "schumm"],
    ["Miss Eva Schumm", "eva", "schumm"],
    ["Mr. Dr. Neal King", "neal", "king"],
    ["Schumm, Miss Eva", "eva", "schumm"],
    ["Streich, Eloisa, Dr.", "eloisa", "streich"],
    ["Dr. Streich, Eloisa", "eloisa", "streich"],
  ])("removes the title of %j", (text, first, last) => {
    expect(personName(text)).toEqual({ first, last });
  });

  it.each([
    ["Josef Solorio MD", "josef", "solorio"],
    ["Josef Solorio, MD", "josef", "solorio"],
    ["Josef Solorio, M.D.", "josef", "solorio"],
    ["Josef Solorio DO", "josef", "solorio"],
    ["Solorio, Josef, D.O.", "josef", "solorio"],
    ["Solorio MD, Josef", "josef", "solorio"],
    ["Neal King Jr.", "neal", "king"],
    ["Neal King, Jr.", "neal", "king"],
    ["King, Jr., Neal", "neal", "king"],
    ["King Jr, Neal", "neal", "king"],
    ["King, Neal Sr", "neal", "king"],
    ["Neal King II", "neal", "king"],
    ["Neal King III", "neal", "king"],
    ["Neal King IV", "neal", "king"],
    ["Neal King Jr., MD", "neal", "king"],
    ["Dr. Neal van King Jr, M.D.", "neal", "vanking"],
  ])("removes the suffix of %j", (text, first, last) => {
    expect(personName(text)).toEqual({ first, last });
  });

  it("returns an empty name for a string over 500 characters, however the characters are composed", () => {
    expect(personName(`${"a".repeat(249)} ${"b".repeat(250)}`).last).toHaveLength(250);
    for (const unit of ["b", "b\u0301\u0323", "\ufb03"]) {
      expect(personName(`a ${unit.repeat(100_000)}`)).toEqual({ first: "", last: "" });
    }
  });

  it("keeps words that only contain a title or suffix, and suffixes that are not in the list", () => {
    expect(personName("Missy Drake")).toEqual({ first: "missy", last: "drake" });
    expect(personName("Ivy Dodd")).toEqual({ first: "ivy", last: "dodd" });
    expect(personName("Neal King V")).toEqual({ first: "neal king", last: "v" });
  });

  it("keeps a suffix, but not a title, if no other word remains", () => {
    expect(personName("Do, MD")).toEqual({ first: "", last: "do" });
    expect(personName("Miss Do")).toEqual({ first: "", last: "do" });
    expect(personName("Dr.")).toEqual({ first: "", last: "" });
  });

  it.each([
    ["Siobhan O'Brien-Smith", "siobhan", "obriensmith"],
    ["Siobhan O’Brien‑Smith", "siobhan", "obriensmith"],
    ["Siobhan O´Brien–Smith", "siobhan", "obriensmith"],
    ["O`Brien, Siobhan", "siobhan", "obrien"],
    ["D'Angelo, Jean-Luc", "jeanluc", "dangelo"],
    ["J.R.R. Koss", "jrr", "koss"],
  ])("removes the apostrophes, periods and hyphens of %j", (text, first, last) => {
    expect(personName(text)).toEqual({ first, last });
  });

  it.each(["van", "von", "de", "der", "den", "la", "le", "del", "di", "da", "st"])(
    "joins the particle %j to the last name",
    (particle) => {
      expect(personName(`Maria ${particle} Koss`)).toEqual({ first: "maria", last: `${particle}koss` });
    },
  );

  it.each([
    ["Ludwig van Beethoven", "ludwig", "vanbeethoven"],
    ["van Beethoven, Ludwig", "ludwig", "vanbeethoven"],
    ["Martin Van Buren", "martin", "vanburen"],
    ["Maria de la Cruz", "maria", "delacruz"],
    ["De La Cruz, Maria", "maria", "delacruz"],
    ["Mary St. John", "mary", "stjohn"],
    ["van Beethoven", "", "vanbeethoven"],
    ["La Toya Koss", "la toya", "koss"],
    ["Garcia Lopez, Maria", "maria", "garcialopez"],
    ["Maria Garcia Lopez", "maria garcia", "lopez"],
  ])("removes the spaces inside the last name of %j", (text, first, last) => {
    expect(personName(text)).toEqual({ first, last });
  });

  it.each(["", "  ", ",", " , , ", ".", "-"])("returns an empty name for %j", (text) => {
    expect(personName(text)).toEqual({ first: "", last: "" });
  });

  it("handles very long strings in linear time", () => {
    expect(personName("van ".repeat(500_000)).first).toBe("");
    expect(personName(" ".repeat(2_000_000))).toEqual({ first: "", last: "" });
  });

  it("never throws, and returns no capitals, outer spaces or accents", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const { first, last } = personName(text);
        for (const part of [first, last]) expect(part).toBe(part.trim().toLowerCase().replace(/\p{M}/gu, ""));
      }),
    );
  });

  it("leaves its own result unchanged", () => {
    const long = fc.stringMatching(/^[A-Za-zÁÉñö]{3}['-]?[a-z]{0,5}$/);
    const word = fc.oneof(long, fc.constantFrom("van", "St.", "de", "la", "Dr.", "Jr.", "MD", ","));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const name = personName(words.join(" "));
        expect(personName(`${name.last}, ${name.first}`)).toEqual(name);
      }),
    );
  });
});

describe("namesAgree", () => {
  const agree = (a: string, b: string) => namesAgree(personName(a), personName(b));

  it.each([
    ["equal names", "Lorenzo Cole", "Cole, Lorenzo"],
    ["a title and a suffix", "Dr. Josef Solorio", "Solorio, Josef MD"],
    ["accents", "Mónica Olivárez", "Monica Olivarez"],
    ["a prefix", "Jo Solorio", "Josef Solorio"],
    ["an initial", "J. Solorio", "Josef Solorio"],
    ["a middle name on one side", "Mary Koss", "Mary Ann Koss"],
    ["no first name on one side", "Solorio", "Josef Solorio"],
    ["no first name on both sides", "Solorio", "Dr. Solorio"],
    ["spellings of a double name", "Siobhan O'Brien-Smith", "OBrien Smith, Siobhan"],
    ["spellings with particles", "Martin VanBuren", "Martin Van Buren"],
  ])("agrees on %s in either order", (_reason, a, b) => {
    expect([agree(a, b), agree(b, a)]).toEqual([true, true]);
  });

  it.each([
    ["different first names", "Lorenzo Cole", "Neal Cole"],
    ["different last names", "Lorenzo Cole", "Lorenzo King"],
    ["a last name that is only a prefix", "Lorenzo Cole", "Lorenzo Coleman"],
    ["different initials", "J. Cole", "K. Cole"],
    ["a first name that is only a suffix", "Lisa Koss", "Annalisa Koss"],
    ["two different names with the same initial", "Josef Solorio", "Jorge Solorio"],
    ["swapped first and last names", "Lorenzo Cole", "Cole Lorenzo"],
    ["an empty name", "", "Lorenzo Cole"],
    ["two empty names", "", ""],
  ])("disagrees on %s in either order", (_reason, a, b) => {
    expect([agree(a, b), agree(b, a)]).toEqual([false, false]);
  });

  it("is symmetric and reflexive", () => {
    const text = fc.array(fc.constantFrom("J", "Jo", "Josef", "Cole", "van", ",", "Dr."), { maxLength: 4 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [a, b] = [personName(one.join(" ")), personName(other.join(" "))];
        expect(namesAgree(a, b)).toBe(namesAgree(b, a));
        expect(namesAgree(a, a)).toBe(a.last !== "");
      }),
    );
  });
});

describe("the displayed first name", () => {
  it.each([
    ["Bo Tran", "Bo"],
    ["  Bo \t Tran ", "Bo"],
    ["Bo", "Bo"],
    ["Tran, Bo", "Bo"],
    ["Tran, Bo Quang", "Bo"],
    ["Bo Tran, Jr.", "Bo"],
    ["Tran, Bo, MD", "Bo"],
    ["Tran,", ""],
    ["李 小龍", "小龍"],
    ["王小明", "小明"],
    ["王明", "明"],
    ["欧阳修", "修"],
    ["歐陽小明", "小明"],
    ["山田太郎", "太郎"],
    ["山田\u3000太郎", "太郎"],
    ["佐々木 希", "希"],
    ["高橋みなみ", "みなみ"],
    ["さくら", "さくら"],
    ["やまだはなこ", ""],
    ["김민준", "민준"],
    ["남궁민수", "민수"],
    ["김 민준", "민준"],
    ["\u1100\u1175\u11b7\u1106\u1175\u11ab\u110c\u116e\u11ab", "민준"],
    ["王小明 (Ming)", "小明"],
    ["Ming 王", "Ming"],
    ["李", "李"],
    ["ジョン・スミス", "ジョン"],
    ["约翰\u00b7史密斯", "约翰"],
    ["Gal\u00b7la Sol", "Gal\u00b7la"],
    ["", ""],
    [" ", ""],
  ])("of %j is %j", (name, first) => expect(firstNameShown(name)).toBe(first));
});
