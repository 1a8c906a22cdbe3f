/** Whether a text is a ZIP code: five digits, or nine. */
export const isZip = (text: string): boolean => /^\d{5}(?:[- ]?\d{4})?$/.test(text);
