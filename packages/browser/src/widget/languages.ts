// cspell:disable
import type { Texts } from "./reviews-view.js";

// This file of the widget is for pages in other languages than English.

type Strings = Omit<Texts, "locale">;

const languages: Readonly<Record<string, Strings>> = {
  es: {
    reviewsOf: "Opiniones sobre {}",
    stars: "{} de 5 estrellas",
    singular: "{} valoración",
    plural: "{} valoraciones",
    on: "en {}",
    more: "Leer más",
    less: "Leer menos",
    previous: "Opiniones anteriores",
    next: "Opiniones siguientes",
    write: "Escribir una opinión en {}",
    read: "Ver todas las opiniones en {}",
    none: "Aún no hay valoraciones",
  },
  de: {
    reviewsOf: "Bewertungen für {}",
    stars: "{} von 5 Sternen",
    singular: "{} Bewertung",
    plural: "{} Bewertungen",
    on: "auf {}",
    more: "Mehr lesen",
    less: "Weniger anzeigen",
    previous: "Vorherige Bewertungen",
    next: "Nächste Bewertungen",
    write: "Auf {} bewerten",
    read: "Alle Bewertungen auf {} ansehen",
    none: "Noch keine Bewertungen",
  },
  fr: {
    reviewsOf: "Avis sur {}",
    stars: "{} étoiles sur 5",
    singular: "{} avis",
    plural: "{} avis",
    on: "sur {}",
    more: "Lire la suite",
    less: "Réduire",
    previous: "Avis précédents",
    next: "Avis suivants",
    write: "Laisser un avis sur {}",
    read: "Voir tous les avis sur {}",
    none: "Aucun avis pour le moment",
  },
  zh: {
    reviewsOf: "{}的评价",
    stars: "{} 星（满分 5 星）",
    singular: "{} 条评分",
    plural: "{} 条评分",
    on: "来自 {}",
    more: "展开全文",
    less: "收起",
    previous: "上一组评价",
    next: "下一组评价",
    write: "在 {} 上发表评价",
    read: "在 {} 上查看所有评价",
    none: "暂无评分",
  },
  vi: {
    reviewsOf: "Đánh giá về {}",
    stars: "{} trên 5 sao",
    singular: "{} lượt đánh giá",
    plural: "{} lượt đánh giá",
    on: "trên {}",
    more: "Xem thêm",
    less: "Thu gọn",
    previous: "Đánh giá trước",
    next: "Đánh giá tiếp theo",
    write: "Viết đánh giá trên {}",
    read: "Xem tất cả đánh giá trên {}",
    none: "Chưa có đánh giá",
  },
  fil: {
    reviewsOf: "Mga review sa {}",
    stars: "{} sa 5 bituin",
    singular: "{} rating",
    plural: "{} rating",
    on: "sa {}",
    more: "Magbasa pa",
    less: "Bawasan",
    previous: "Mga naunang review",
    next: "Mga susunod na review",
    write: "Mag-iwan ng review sa {}",
    read: "Tingnan ang lahat ng review sa {}",
    none: "Wala pang rating",
  },
};

/** Returns the strings for a page in the given language, or undefined if the language is not supported. */
export function textsIn(language: string): Texts | undefined {
  const [first = ""] = language.toLowerCase().split("-");
  const code = first === "tl" ? "fil" : first;
  const strings = Object.entries(languages).find(([known]) => known === code)?.[1];
  return strings && { ...strings, locale: localeOf(language) || code };
}

/** Returns the language tag in canonical form, or undefined if it is invalid. */
function localeOf(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}
