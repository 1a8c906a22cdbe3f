import type { EmbeddedWidget } from "./embedded-widget.js";
import { make, type Markup } from "./markup.js";
import { filled, type Texts } from "./texts.js";

const english = { write: "Leave a review on {}", read: "See all reviews on {}" };

/** Renders the links to the platforms, or returns undefined if there are none. */
export function linksView({ links }: EmbeddedWidget, texts: Texts): Markup | undefined {
  const { write, read } = { ...english, ...texts };
  const list = links.flatMap((link) => [
    ...(link.write ? [linkTo(link.write, filled(write, link.platform))] : []),
    ...(link.read ? [linkTo(link.read, filled(read, link.platform))] : []),
  ]);
  return list.length > 0 ? make("p", { class: "links", part: "links" }, ...list) : undefined;
}

const linkTo = (href: string, text: string): Markup =>
  make("a", { href: /^https:/i.test(href) ? href : "", target: "_blank", rel: "noopener nofollow" }, text);
