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
    original: "Original (traducido por Google)",
    translation: "Traducción de Google",
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
    original: "Original (von Google übersetzt)",
    translation: "Übersetzung von Google",
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
    original: "Avis d’origine (traduit par Google)",
    translation: "Traduction par Google",
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
    original: "原文（由 Google 翻译）",
    translation: "Google 提供的译文",
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
    original: "Bản gốc (do Google dịch)",
    translation: "Bản dịch của Google",
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
    original: "Orihinal (isinalin ng Google)",
    translation: "Salin ng Google",
    more: "Magbasa pa",
    less: "Bawasan",
    previous: "Mga naunang review",
    next: "Mga susunod na review",
    write: "Mag-iwan ng review sa {}",
    read: "Tingnan ang lahat ng review sa {}",
    none: "Wala pang rating",
  },
  pt: {
    reviewsOf: "Avaliações de {}",
    stars: "{} de 5 estrelas",
    singular: "{} avaliação",
    plural: "{} avaliações",
    on: "no {}",
    original: "Original (traduzido pelo Google)",
    translation: "Tradução do Google",
    more: "Ler mais",
    less: "Ler menos",
    previous: "Avaliações anteriores",
    next: "Próximas avaliações",
    write: "Avaliar no {}",
    read: "Ver todas as avaliações no {}",
    none: "Ainda não há avaliações",
  },
  ar: {
    direction: "rtl",
    reviewsOf: "تقييمات {}",
    stars: "{} من 5 نجوم",
    singular: "عدد التقييمات: {}",
    plural: "عدد التقييمات: {}",
    on: "على {}",
    original: "النص الأصلي (ترجمة Google)",
    translation: "الترجمة من Google",
    more: "قراءة المزيد",
    less: "عرض أقل",
    previous: "التقييمات السابقة",
    next: "التقييمات التالية",
    write: "كتابة تقييم على {}",
    read: "عرض كل التقييمات على {}",
    none: "لا توجد تقييمات بعد",
  },
  he: {
    direction: "rtl",
    reviewsOf: "ביקורות על {}",
    stars: "{} מתוך 5 כוכבים",
    singular: "דירוג אחד",
    plural: "{} דירוגים",
    on: "ב-{}",
    original: "המקור (תורגם על ידי Google)",
    translation: "תרגום של Google",
    more: "קריאה נוספת",
    less: "הצגת פחות",
    previous: "הביקורות הקודמות",
    next: "הביקורות הבאות",
    write: "כתיבת ביקורת ב-{}",
    read: "הצגת כל הביקורות ב-{}",
    none: "אין עדיין דירוגים",
  },
};

/** Codes of languages that pages use besides the codes in the table. */
const oldCodes: Readonly<Record<string, string>> = { tl: "fil", iw: "he" };

/** Returns the strings for a page in the given language, or undefined if the language is not supported. */
export function textsIn(language: string): Texts | undefined {
  const [first = ""] = language.toLowerCase().split("-");
  const code = oldCodes[first] || first;
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
