type Attributes = Readonly<Record<string, string>>;

/** Element as plain data. The browser creates DOM nodes from it, and the server writes HTML. */
export type Markup = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly content: readonly (Markup | string)[];
};

/** Describes an element. String content becomes text and is never parsed as HTML. */
export const make = (name: string, attributes: Attributes, ...content: readonly (Markup | string)[]): Markup => ({
  name,
  attributes,
  content,
});
