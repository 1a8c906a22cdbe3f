import { type Request, requester } from "./requests.js";

/** Address of the service. It is relative to this script, because the page can be under any path. */
const base = new URL("..", (document.currentScript as HTMLScriptElement).src).href.slice(0, -1);

const storageKey = "repute-token";

const tokenOf = (): string => sessionStorage.getItem(storageKey) ?? "";

/** Connection of a page with the service, for the token that the visitor entered. */
export type Session = {
  readonly base: string;
  readonly form: HTMLFormElement;
  readonly content: HTMLElement;
  readonly token: () => string;
  readonly request: Request;
  /** Forgets the token and removes the content, because the service no longer accepts the token. */
  readonly refuse: () => void;
  /** Forgets the token and removes the content, because the visitor wants it. */
  readonly forget: () => void;
  /** Shows a message above the content. */
  readonly tell: (text: string) => void;
  /** Stores the token for this tab, and shows the content. */
  readonly submit: () => void;
  /** Shows the content if the tab has a token. */
  readonly start: () => void;
};

/**
 * Connects the form of a page with the service. `needs` is the token that the page needs, such as `a token that reads
 * v2`. `show` reads and shows the content.
 */
export function openSession(needs: string, show: () => void): Session {
  const form = document.querySelector("form") as HTMLFormElement;
  const content = document.getElementById("content") as HTMLElement;
  const message = document.getElementById("message") as HTMLElement;
  const tokenField = form.elements.namedItem("token") as HTMLInputElement | null;
  const tell = (text: string) => message.replaceChildren(text);
  const leave = (text: string) => {
    sessionStorage.removeItem(storageKey);
    document.querySelector("dialog")?.close();
    content.replaceChildren();
    form.hidden = false;
    tell(text);
    if (!tokenField) return;
    tokenField.value = "";
    tokenField.focus();
  };
  const refuse = () =>
    leave(
      tokenField
        ? `The token is not valid, or is no longer valid. Enter ${needs}.`
        : "You are not logged in. Log in to the app, then load this page again.",
    );
  const forget = () => leave("This tab no longer has a token.");
  const submit = () => {
    if (tokenField) sessionStorage.setItem(storageKey, tokenField.value.trim());
    show();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  const start = () => {
    if (tokenField) tokenField.value = tokenOf();
    if (!tokenField || tokenOf() !== "") show();
    else tokenField.focus();
  };
  return {
    base,
    form,
    content,
    token: tokenOf,
    request: requester(base, tokenOf, refuse),
    refuse,
    forget,
    tell,
    submit,
    start,
  };
}

/** Runs a function when the page has been read. */
export function whenReady(start: () => void): void {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
}
