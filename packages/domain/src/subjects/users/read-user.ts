import { isJsonObject } from "../../foundation/kernel/json-object.js";
import { type LineShape, readLine, type Shaped } from "../../foundation/kernel/line-shape.js";
import { pointed, wrongBody } from "../../foundation/kernel/pointed-problems.js";
import { newUserFields, userChangeFields } from "./user-line.js";

/** Parses the request body for a new user. Throws `invalid_user` with JSON pointers. */
export const readNewUser = (sent: unknown): Shaped<typeof newUserFields> => read(newUserFields, sent);

/**
 * Parses the request body for a change to a user. Returns only the fields that the body contains. Throws `invalid_user`
 * with JSON pointers.
 */
export function readUserChange(sent: unknown): Partial<Shaped<typeof userChangeFields>> {
  const changed = Object.entries(userChangeFields).filter(([key]) => isJsonObject(sent) && Object.hasOwn(sent, key));
  return read<LineShape>(Object.fromEntries(changed), sent);
}

function read<S extends LineShape>(fields: S, sent: unknown): Shaped<S> {
  if (!isJsonObject(sent)) throw wrongBody("invalid_user", [pointed("", { key: "", message: "expected an object" })]);
  const found = readLine(fields, sent);
  if ("values" in found) return found.values;
  throw wrongBody(
    "invalid_user",
    found.problems.map((problem) => pointed("", problem)),
  );
}
