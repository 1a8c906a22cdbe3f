const reported = new Set<string>();

/** Writes an error to the console for the developer of the page, once per text. */
export function report(text: string): void {
  // eslint-disable-next-line no-console -- The console is the only log of a page.
  if (!reported.has(text)) console.error(`repute-reviews: ${text}`);
  reported.add(text);
}
