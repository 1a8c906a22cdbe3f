/** Key of the height that a widget had on the last page of this visit. */
const keyOf = (host: Element): string => `repute-reviews ${host.getAttribute("widget")} ${window.innerWidth}`;

/** Returns the height in pixels that the widget had on the last page of this visit, or 0. */
export const lastHeight = (host: Element): number =>
  Math.min(Number(attempt(() => sessionStorage.getItem(keyOf(host)))) || 0, 10_000);

export function rememberHeight(host: HTMLElement): void {
  attempt(() => sessionStorage.setItem(keyOf(host), String(host.offsetHeight)));
}

/** Runs an action on the session storage, which some browsers and policies forbid. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
