type Attributes = Readonly<Record<string, string>>;

/** Creates an HTML element. String content becomes text and is never parsed as HTML. */
export function make(name: string, attributes: Attributes, ...content: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...content);
  return element;
}

export function draw(name: string, attributes: Attributes, ...content: readonly Node[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...content);
  return element;
}
