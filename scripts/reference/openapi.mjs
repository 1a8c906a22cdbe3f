import { openApiDocument } from "@repute/adapter-express";

export const document = openApiDocument();

/** Resolves a reference in the document. Returns other values unchanged. */
export function resolved(value) {
  if (value?.$ref === undefined) return value;
  const path = value.$ref
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return resolved(path.reduce((node, key) => node[key], document));
}

/** All operations of the document, as `{ method, path, ...operation }`. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
);
