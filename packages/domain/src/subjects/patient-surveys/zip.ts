/** Returns true if the string is a ZIP code with five or nine digits. */
export const isZip = (text: string): boolean => /^\d{5}(?:[- ]?\d{4})?$/.test(text);
