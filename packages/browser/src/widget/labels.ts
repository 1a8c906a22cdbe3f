/** Accessible names of the widgets on this page. */
export const labels = new Set<string>();

/** Adds a number to a label that another widget has, so that screen readers announce different regions. */
export function distinctLabel(label: string): string {
  let found = label;
  for (let number = 2; labels.has(found); number += 1) found = `${label} (${number})`;
  labels.add(found);
  return found;
}
