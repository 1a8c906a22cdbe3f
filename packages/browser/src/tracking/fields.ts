import { quietly } from "./quietly.js";

/** A page that draws its form anew whenever a field changes would otherwise never come to rest. */
const mostFills = 200;

/** The fields of the page's forms that hold the tracking parameter. */
export function trackingFields() {
  const filled = new WeakMap<HTMLInputElement, string>();
  let fills = 0;

  /** Only a field that is empty or that was filled here: what the page or its user entered stays. */
  function fill(field: HTMLInputElement, value: string): void {
    const isOurs = field.value === "" || field.value === filled.get(field);
    if (!isOurs || field.value === value || !/^(hidden|text)$/.test(field.type)) return;
    filled.set(field, value);
    fills += 1;
    enter(field, value);
  }

  return {
    /** Fills each of them; `null` empties those that were filled here. */
    fill: (value: string | null) =>
      document
        .querySelectorAll<HTMLInputElement>('input[name="scct"]')
        .forEach((field) => quietly(() => fill(field, value || ""))),
    /** Calls `appeared` whenever the page gets new elements. */
    watch: (appeared: () => void) =>
      new MutationObserver(() => {
        if (fills < mostFills) appeared();
      }).observe(document, { childList: true, subtree: true, attributeFilter: ["name"] }),
  };
}

/** Tells the page as if a user had typed, past the setter by which frameworks look for changes of their own. */
function enter(field: HTMLInputElement, value: string): void {
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  if (own && own.set) own.set.call(field, value);
  else field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
