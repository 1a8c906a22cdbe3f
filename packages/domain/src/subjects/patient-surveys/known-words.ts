const languages = {
  en: "English",
  es: "Spanish",
  zh: "Chinese",
  ru: "Russian",
  vi: "Vietnamese",
  pt: "Portuguese",
  de: "German",
  tl: "Tagalog",
  ar: "Arabic",
};

const known = new Set(Object.entries(languages).flatMap(([code, name]) => [code, name.toLowerCase()]));

/** Returns true if the string is the English name or ISO 639-1 code of a survey language. */
export const isKnownLanguage = (text: string): boolean => known.has(text.toLowerCase());

const sexes = new Set(["1", "m", "male", "2", "f", "female"]);

export const isKnownSex = (text: string): boolean => sexes.has(text.toLowerCase());
