import type * as Colors from "./coloring.js";
import type * as Details from "./details.js";
import { createNodes } from "./dom.js";
import type * as Languages from "./languages.js";
import type * as Layouts from "./layout-file.js";
import { hasOwnColors, onColorChange } from "./page-colors.js";
import { type EmbeddedWidget, english, filled, reviewsView, type Texts } from "./reviews-view.js";

const tag = "repute-reviews";

/** URL of this script. Empty if another script contains it. */
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "";

/** Base URL of the service that served this script, or an empty string if the script is hosted elsewhere. */
const ownService = /^.*\/(?=embed\/reviews[^/]*$)/.exec(script)?.[0] || "";

/**
 * The element `<repute-reviews widget="...">`, which shows the reviews of a practice.
 * `name` overrides the name of the practice, and `service` sets the URL of the service. `schema`, `url` and `address`
 * describe the practice to search engines. `theme` selects the default colors, and `layout` selects the layout.
 * `location` and `provider` are ids, and `limit` is the maximum number of reviews.
 * The element loads the reviews when it is near the viewport, and shows its own children until the reviews are loaded.
 * It keeps its children if loading fails or if the practice has no ratings.
 * The element dispatches `repute-ready` or `repute-error`.
 */
class ReputeReviews extends HTMLElement {
  static readonly observedAttributes = [
    "widget",
    "name",
    "service",
    "schema",
    "url",
    "address",
    "lang",
    "theme",
    "layout",
    "location",
    "provider",
    "limit",
  ];
  private readonly root = this.attachShadow({ mode: "open" });
  private loading: AbortController | undefined;
  private section: HTMLElement | undefined;
  private removeData: () => void = () => {};

  connectedCallback(): void {
    if (!this.root.firstChild) dress(this.root);
    this.clear();
    nearby.observe(this);
  }

  disconnectedCallback(): void {
    nearby.unobserve(this);
    this.clear();
  }

  attributeChangedCallback(name: string): void {
    if (!this.loading) return;
    if (name === "theme") void this.color();
    else this.load();
  }

  load(): void {
    this.clear();
    const { signal } = (this.loading = new AbortController());
    const id = this.getAttribute("widget");
    const service = this.service();
    if (!id || !service) {
      return void this.fail(new Error(`The element needs the attribute "${id ? "service" : "widget"}".`));
    }
    const query = {
      location_id: this.getAttribute("location"),
      provider_id: this.getAttribute("provider"),
      limit: this.getAttribute("limit"),
    };
    const widget = fetchWidget(service, id, query, signal);
    Promise.all([widget, this.texts(), this.coloring(), this.layouts(), this.file("details")])
      .then((loaded) => signal.aborted || this.show(...loaded))
      .catch((error: FetchError) => void (signal.aborted || this.fail(error)));
  }

  /** Returns the base URL of the service, or an empty string if it is unknown. */
  private service(): string {
    return (this.getAttribute("service") || ownService).replace(/([^/])\/*$/, "$1/");
  }

  private file<Name extends keyof Files>(name: Name): Promise<Files[Name] | undefined> {
    return furtherFile(this.service(), name);
  }

  async color(): Promise<void> {
    const apply = await this.coloring();
    if (this.section) apply?.(this, this.section);
  }

  /** Returns the function that applies the colors of the page, or undefined if the default colors apply. */
  private async coloring() {
    const isColored = this.section?.style.getPropertyValue("--_color");
    return isColored || hasOwnColors(this) ? (await this.file("colors"))?.applyColors : undefined;
  }

  private async texts() {
    const { lang = "" } = this.closest<HTMLElement>("[lang]") || {};
    return (!/^(?:en\b|$)/i.test(lang) && (await this.file("languages"))?.textsIn(lang)) || english;
  }

  /** Returns the file with the layouts, or undefined for the default layout. */
  private async layouts() {
    const layout = this.getAttribute("layout") || "grid";
    return layout === "grid" ? undefined : this.file("layouts");
  }

  private show(
    loaded: EmbeddedWidget,
    texts: Texts,
    applyColors: ColorsFile["applyColors"] | undefined,
    layouts: LayoutFile | undefined,
    details: DetailsFile | undefined,
  ): void {
    const widget = { ...loaded, name: this.getAttribute("name") || loaded.name };
    if (widget.total > 0) {
      dress(this.root, layouts?.layoutStyle, details?.detailsStyle);
      this.section = this.viewOf(widget, texts, layouts);
      if (details) this.removeData = details.complete(this, this.section, widget, texts);
      const reserved = this.offsetHeight;
      this.fill(this.section);
      applyColors?.(this, this.section);
      this.finish(true);
      details?.settle(this, this.section, reserved, keyOf(this));
    } else this.finish(false);
    this.notify("ready", widget);
  }

  private viewOf(widget: EmbeddedWidget, texts: Texts, layouts: LayoutFile | undefined): HTMLElement {
    const label = filled(texts.reviewsOf, widget.name);
    const arrange = layouts?.layoutOf(this.getAttribute("layout") || "");
    const section = createNodes(reviewsView(widget, texts, { label, ...(arrange && { arrange }) })) as HTMLElement;
    layouts?.moveOnClick(section);
    return section;
  }

  private async fail(error: FetchError): Promise<void> {
    this.finish(false);
    this.notify("error", error);
    const { response } = error;
    const details = response && (await this.file("details"));
    report(details ? await details.explanationOf(response, this.getAttribute("widget") || "") : String(error));
  }

  /** Shows the element's own children, and reserves the space that the reviews took on the last page. */
  private clear(): void {
    this.loading?.abort();
    this.loading = this.section = undefined;
    this.removeData();
    this.removeData = () => {};
    delete this.dataset["state"];
    const space = document.createElement("div");
    space.append(document.createElement("slot"));
    space.style.minBlockSize = `${lastHeight(this)}px`;
    this.fill(space);
  }

  /** Marks the element as ready or empty, which ends the reservation of space. */
  private finish(isShown: boolean): void {
    this.dataset["state"] = isShown ? "ready" : "empty";
  }

  /** Replaces the content of the shadow root, and keeps its style element. */
  private fill(content: Element): void {
    this.root.querySelector("section, div")?.remove();
    this.root.append(content);
  }

  private notify(what: "ready" | "error", detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`repute-${what}`, { detail, bubbles: true, composed: true }));
  }
}

/** Loads a widget when it is less than one window height away from the viewport. */
const nearby = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      nearby.unobserve(target);
      (target as ReputeReviews).load();
    }
  },
  { rootMargin: "100%" },
);

/** Error with the response of the service, if there was one. */
type FetchError = Error & { readonly response?: Response };

/** Fetches the data of a widget. The browser caches the response as the service's headers allow. */
async function fetchWidget(
  service: string,
  id: string,
  query: Readonly<Record<string, string | null>>,
  signal: AbortSignal,
): Promise<EmbeddedWidget> {
  const address = new URL(`embed/${encodeURIComponent(id)}.json`, service);
  for (const [name, value] of Object.entries(query)) if (value) address.searchParams.set(name, value);
  const response = await fetch(address, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
  if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}`), { response });
  return (await response.json()) as EmbeddedWidget;
}

type Files = {
  readonly colors: typeof Colors;
  readonly details: typeof Details;
  readonly languages: typeof Languages;
  readonly layouts: typeof Layouts;
};

type ColorsFile = Files["colors"];

type LayoutFile = Files["layouts"];

type DetailsFile = Files["details"];

/** Loads a further file of the widget once. Returns undefined if it cannot be loaded, and reports the failure. */
function furtherFile<Name extends keyof Files>(service: string, name: Name): Promise<Files[Name] | undefined> {
  const address = `${service}embed/reviews-${name}.js`;
  const known = files.get(address) || load(address);
  files.set(address, known);
  return known as Promise<Files[Name] | undefined>;
}

const files = new Map<string, Promise<unknown>>();

async function load(address: string): Promise<unknown> {
  try {
    return await import(address);
  } catch (error) {
    report(`A part of the widget is not available. ${String(error)}`);
    return undefined;
  }
}

/** Writes an error to the console for the developer of the page, once per text. */
function report(text: string): void {
  // eslint-disable-next-line no-console -- The console is the only log of a page.
  if (!reported.has(text)) console.error(`repute-reviews: ${text}`);
  reported.add(text);
}

const reported = new Set<string>();

/** Minified text of `style.css`, which the build inserts. */
declare const __STYLE__: string;

const sheets = new Map<string, CSSStyleSheet>();

/**
 * Applies the styles to a shadow root, with additional styles of further files.
 * Prefers constructed style sheets because a page's policy may forbid style elements.
 */
function dress(root: ShadowRoot, ...more: readonly (string | undefined)[]): void {
  const texts = [__STYLE__, ...more.map((text = "") => text)];
  if ("adoptedStyleSheets" in root) return void (root.adoptedStyleSheets = texts.map(sheetOf));
  const { firstChild } = root as ShadowRoot;
  const element = firstChild instanceof HTMLStyleElement ? firstChild : document.createElement("style");
  element.textContent = texts.join("");
  (root as ShadowRoot).prepend(element);
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = sheets.get(text) || new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}

/** Key of the height that a widget had on the last page of this visit. */
const keyOf = (host: Element): string =>
  [tag, host.getAttribute("widget"), host.getAttribute("layout"), innerWidth].join(" ");

/** Returns the height in pixels that the widget had on the last page of this visit, or 0. */
function lastHeight(host: Element): number {
  try {
    return Math.min(Number(sessionStorage.getItem(keyOf(host))) || 0, 10_000);
  } catch {
    // Some browsers and policies forbid the session storage.
    return 0;
  }
}

// Do nothing if the script is already loaded.
if (!customElements.get(tag)) {
  customElements.define(tag, ReputeReviews);
  onColorChange(() => document.querySelectorAll<ReputeReviews>(tag).forEach((element) => void element.color()));
}

// Without an export, esbuild would bundle this entry as CommonJS, with a wrapper around each module.
export {};
