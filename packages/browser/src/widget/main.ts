import type { EmbeddedWidget } from "./embedded-widget.js";
import { fetchWidget } from "./embedded-widget.js";
import { reviewsView } from "./reviews-view.js";
import { structuredData } from "./structured-data.js";
import { dress } from "./style.js";

const tag = "repute-reviews";

/** Base URL of the service that served this script. */
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "";
const ownService = script === "" ? "" : new URL("..", script).href;

/**
 * The element `<repute-reviews widget="...">`, which shows the reviews of a practice.
 * `name` overrides the name of the practice, `service` sets the URL of the service, and `schema` sets the schema.org
 * type.
 * The element dispatches `repute-ready` or `repute-error`, and stays hidden while the practice has no ratings.
 */
class ReputeReviews extends HTMLElement {
  static readonly observedAttributes = ["widget", "name", "service", "schema"];
  private readonly root = this.attachShadow({ mode: "open" });
  private loading?: AbortController;
  private data: HTMLScriptElement | undefined;

  connectedCallback(): void {
    dress(this.root);
    this.load();
  }

  disconnectedCallback(): void {
    this.clear();
  }

  attributeChangedCallback(): void {
    if (this.isConnected && this.loading) this.load();
  }

  private load(): void {
    this.clear();
    const loading = (this.loading = new AbortController());
    fetchWidget(this.getAttribute("service") || ownService, this.getAttribute("widget") || "", loading.signal)
      .then((widget) => {
        if (!loading.signal.aborted) this.show(widget);
      })
      .catch((error: unknown) => {
        if (!loading.signal.aborted) this.notify("error", error);
      });
  }

  private show(loaded: EmbeddedWidget): void {
    const widget = { ...loaded, name: this.getAttribute("name") || loaded.name };
    const { lang = "" } = this.closest<HTMLElement>("[lang]") || {};
    this.root.replaceChildren(reviewsView(widget, lang));
    if (widget.total > 0) {
      this.data = structuredData(widget, this.getAttribute("schema") || "MedicalBusiness");
      if (this.data) document.head.append(this.data);
      this.dataset["state"] = "ready";
    }
    this.notify("ready", widget);
  }

  private clear(): void {
    if (this.loading) this.loading.abort();
    if (this.data) this.data.remove();
    delete this.dataset["state"];
    this.root.replaceChildren();
  }

  private notify(what: "ready" | "error", detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`repute-${what}`, { detail, bubbles: true, composed: true }));
  }
}

// Do nothing if the script is already loaded.
if (!customElements.get(tag)) customElements.define(tag, ReputeReviews);
