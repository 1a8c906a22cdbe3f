import { isJsonObject } from "./json-object.js";
import { expectedOf, type Field, type LineShape, readLine, type Shaped } from "./line-shape.js";

/** Field whose value contains objects with the keys of `S`. */
type FieldOf<T, S extends LineShape> = Omit<Field<T>, "members"> & { readonly members: S };

/** Field for an array of objects with the keys of `shape`. */
export function objectsOf<S extends LineShape>(shape: S, expected: string): FieldOf<readonly Shaped<S>[], S> {
  const readAll = (value: unknown) => (Array.isArray(value) ? value.map((member) => readObject(shape, member)) : []);
  return {
    expected,
    members: shape,
    read: (value) => {
      const members = readAll(value).flatMap((member) => ("values" in member ? [member.values] : []));
      return Array.isArray(value) && members.length === value.length ? members : undefined;
    },
    inside: (value) =>
      readAll(value).flatMap((member, index) =>
        "problems" in member ? member.problems.map(({ key, message }) => ({ key: `[${index}]${key}`, message })) : [],
      ),
  };
}

/** Field for an object with arbitrary keys. Each value is an object with the keys of `shape`. */
export function objectMapOf<S extends LineShape>(
  shape: S,
  expected: string,
): FieldOf<Readonly<Record<string, Shaped<S>>>, S> {
  const readAll = (value: unknown) =>
    isJsonObject(value)
      ? Object.entries(value).map(([name, member]) => [name, readObject(shape, member)] as const)
      : [];
  return {
    expected,
    members: shape,
    read: (value) => {
      const members = readAll(value).flatMap(([name, member]) => ("values" in member ? [[name, member.values]] : []));
      return isJsonObject(value) && members.length === Object.keys(value).length
        ? Object.fromEntries(members)
        : undefined;
    },
    inside: (value) =>
      readAll(value).flatMap(([name, member]) =>
        "problems" in member ? member.problems.map(({ key, message }) => ({ key: `.${name}${key}`, message })) : [],
      ),
  };
}

function readObject<S extends LineShape>(shape: S, value: unknown) {
  if (!isJsonObject(value)) return { problems: [{ key: "", message: expectedOf({ expected: "an object" }, value) }] };
  const read = readLine(shape, value);
  return "values" in read ? read : { problems: read.problems.map(({ key, message }) => ({ key: `.${key}`, message })) };
}
