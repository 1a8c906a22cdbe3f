import { describe, expect, it } from "@jest/globals";
import { route, withChanges } from "./route.js";
import { exactly, listOf, type Wire } from "./schema.js";
import { versions } from "./server.js";

const item = exactly(
  {
    id: { type: "integer" },
    name: { type: ["string", "null"] },
    kind: { type: "string", enum: ["a", "b"] },
    tags: { type: "array", items: { type: "string" } },
  },
  "name",
);

describe("a schema", () => {
  it("has the type of the values that it describes", () => {
    const value: Wire<typeof item> = { id: 1, kind: "a", tags: ["x"] };
    const named: Wire<typeof item> = { ...value, name: null };
    // @ts-expect-error: only declared values of an enum
    const wrongKind: Wire<typeof item> = { ...value, kind: "c" };
    // @ts-expect-error: required members are required
    const missing: Wire<typeof item> = { id: 1, kind: "a" };
    expect([named, wrongKind, missing]).toHaveLength(3);
  });

  it("requires every member that is not listed as optional", () => {
    expect(item.required).toEqual(["id", "kind", "tags"]);
    expect(listOf(item)).toMatchObject({ required: ["items"], properties: { items: { items: item } } });
  });
});

describe("a route", () => {
  it("lets its handler read only what it declares", () => {
    const declared = route({
      method: "get",
      path: "/x",
      operation: "x",
      tag: "Health",
      summary: "X",
      description: "An operation of a test.",
      access: "open",
      query: { type: "object", properties: { date: { type: "string" } } },
      reply: exactly({ date: { type: "string" } }),
      handle: (_domain, call) => {
        // @ts-expect-error: an undeclared parameter
        const undeclared: unknown = call.query.end;
        // @ts-expect-error: nobody in particular asks an open route
        const account: unknown = call.account;
        return { date: `${call.query.date}${String(undeclared)}${String(account)}` };
      },
    });
    expect(declared).toMatchObject({ path: "/x", access: "open" });
  });

  it("returns only the declared reply", () => {
    const reply = exactly({ count: { type: "integer" } });
    const wrong = route({
      method: "get",
      path: "/x",
      operation: "x",
      tag: "Health",
      summary: "X",
      description: "An operation of a test.",
      access: "open",
      reply,
      // @ts-expect-error: the count must be a number
      handle: () => ({ count: "1" }),
    });
    expect(wrong.query).toEqual({ type: "object", properties: {} });
  });

  it("becomes a new route with changes, and the original stays unchanged", () => {
    const reply = exactly({});
    const facts = {
      method: "get",
      path: "/x",
      operation: "x",
      tag: "Health",
      summary: "X",
      description: "X.",
      access: "open",
    } as const;
    const first = route({ ...facts, reply, handle: () => ({}) });
    expect(withChanges(first, { summary: "Y" })).toEqual({ ...first, summary: "Y" });
    expect(first.summary).toBe("X");
  });
});

describe("every endpoint", () => {
  const routes = versions.flatMap((table) => table.routes);
  it.each(routes)("describes its parameters, body and reply: $path", ({ summary, query, reply }) => {
    expect(summary).toMatch(/^[A-Z]/);
    expect(undescribed(query)).toEqual([]);
    expect(undescribed(reply)).toEqual([]);
  });

  function undescribed(schema: unknown, at = ""): string[] {
    if (typeof schema !== "object" || schema === null) return [];
    const { properties = {}, items } = schema as {
      properties?: Record<string, { description?: string }>;
      items?: unknown;
    };
    const here = Object.entries(properties).flatMap(([name, member]) => [
      ...(member.description ? [] : [`${at}/${name}`]),
      ...undescribed(member, `${at}/${name}`),
    ]);
    return [...here, ...undescribed(items, `${at}/items`)];
  }
});
