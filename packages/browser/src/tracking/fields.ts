import { quietly } from "./quietly.js";

/**
 * Maximum number of times that the script fills the fields of a page.
 * Prevents an endless loop on a page that redraws its form on every change.
 */
const maxFills = 200;

/** Manages the form fields that contain the tracking parameter. */
export function trackingFields() {
  const filled = new WeakMap<HTMLInputElement, string>();
  let fills = 0;

  /**
   * Fills a field only if it is empty or was filled by this script.
   * Never overwrites values from the page or its user.
   */
  function fill(field: HTMLInputElement, value: string): void {
    const isOurs = field.value === "" || field.value === filled.get(field);
    if (!isOurs || field.value === value || !/^(hidden|text)$/.test(field.type)) return;
    filled.set(field, value);
    fills += 1;
    enter(field, value);
  }

  return {
    /** Fills all fields. Null clears the fields that this script has filled. */
    fill: (value: string | null) =>
      document
        .querySelectorAll<HTMLInputElement>('input[name="scct"]')
        .forEach((field) => quietly(() => fill(field, value || ""))),
    /** Calls `appeared` whenever elements are added to the page or renamed. */
    watch: (appeared: () => void) =>
      new MutationObserver(() => {
        if (fills < maxFills) appeared();
      }).observe(document, { childList: true, subtree: true, attributeFilter: ["name"] }),
  };
}

/**
 * Sets the value of a field and dispatches events as if a user had typed.
 * Uses the prototype's setter because frameworks override the element's own setter.
 */
function enter(field: HTMLInputElement, value: string): void {
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  if (own && own.set) own.set.call(field, value);
  else field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
