/** Returns true for a ZIP code of five or nine digits. */
export const isZip = (text: string): boolean => /^\d{5}(?:[- ]?\d{4})?$/.test(text);
