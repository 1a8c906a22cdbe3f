import { quietly } from "./quietly.js";

/** Calls `changed` whenever the page's address changes without a page load. */
export function onAddressChange(changed: () => void): void {
  for (const event of ["popstate", "hashchange"]) addEventListener(event, changed);
  quietly(() => {
    history.pushState = followed(history.pushState, changed);
    history.replaceState = followed(history.replaceState, changed);
  });
}

/** Wraps a function so that each call is followed by a call of `changed`. */
function followed<Arguments extends unknown[], T>(work: (...args: Arguments) => T, changed: () => void) {
  return function (this: unknown, ...args: Arguments): T {
    const answer = work.apply(this, args);
    changed();
    return answer;
  };
}
