import { beforeAll, describe, expect, it } from "@jest/globals";
import { type MediaType, objectsIn, readDocument } from "../../test/api-document.js";
import { exampleTable } from "../../test/example-table.js";
import { type Practice, practice } from "../../test/practice.js";
import { withChanges } from "../route.js";
import { routerOf } from "../router/router.js";
import { exactly, itemOf, listOf } from "../schema.js";
import { appTables, createRouter, interfaceTables, openApiDocument, versions } from "../server.js";
import { documentOf } from "./open-api-document.js";
import { problemExamples } from "./problem-examples.js";

let acme: Practice;
beforeAll(async () => {
  acme = await practice();
});

const { document, operations, resolve, mistakes } = readDocument([...appTables({}), exampleTable]);
const parts = objectsIn(document);

describe("the document", () => {
  it("has no broken references and no unused components", () => {
    const references = new Set(parts.flatMap(({ object: { $ref } }) => (typeof $ref === "string" ? [$ref] : [])));
    for (const $ref of references) expect(resolve({ $ref })).toEqual(expect.any(Object));
    const { securitySchemes = {}, ...referable } = document.components;
    const components = Object.entries(referable).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...references].sort()).toEqual(components.sort());
    const used = new Set(operations.flatMap(({ operation }) => operation.security.flatMap(Object.keys)));
    expect([...used].sort()).toEqual(Object.keys(securitySchemes));
  });

  it("uses only valid component names", () => {
    const names = Object.values(document.components).flatMap(Object.keys);
    expect(names.filter((name) => !/^[A-Za-z0-9._-]+$/.test(name))).toEqual([]);
  });

  it("gives each operation a unique name like a method", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+(?:[A-Z][a-z]+)+(?:V1)?$/.test(id))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(["listReviews", "listReviewsV1", "checkReady"]));
  });

  it("puts each operation into a described chapter and describes only used chapters", () => {
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  });

  it("states the credential of each operation", () => {
    const securityOf = (path: string) => document.paths[path]?.["get"]?.security;
    expect(securityOf("/v1/reviews")).toEqual([{ accountKey: [] }]);
    const ofLists = [{ apiToken: [] }, { accessToken: ["data-sync.read"] }, { officeToken: [] }];
    expect(securityOf("/v2/reviews")).toEqual(ofLists);
    expect(securityOf("/healthz")).toEqual([]);
    expect(document.components["securitySchemes"]).toMatchObject({
      accountKey: { type: "apiKey", in: "header", name: "api-token" },
      apiToken: { type: "apiKey", in: "header", name: "api-token" },
      accessToken: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/oauth/token" } } },
    });
  });

  it("allows additional members in replies but not in bodies", () => {
    const closed = Object.entries(document.components["schemas"] ?? {})
      .filter(([, schema]) => JSON.stringify(schema).includes('"additionalProperties":false'))
      .map(([name]) => name);
    expect(closed.sort()).toEqual(["NewName", "NewUser", "PersonSearch", "Submission", "Submissions", "UserChange"]);
  });

  it("has examples that agree with the status of their response", () => {
    const uploaded = operations.find(({ operation }) => operation.operationId.startsWith("uploadSubmission"));
    const statusIn = (code: string) => {
      const { content } = resolve(uploaded?.operation.responses[code] ?? {}) as { content?: Record<string, MediaType> };
      return (content?.["application/json"] as { readonly example?: object }).example;
    };
    expect([statusIn("200"), statusIn("201")]).toMatchObject([{ status: "duplicate" }, { status: "accepted" }]);
    for (const { operation } of operations) {
      for (const [status, reply] of Object.entries(operation.responses)) {
        const { content = {} } = resolve(reply) as { content?: Record<string, { examples?: object }> };
        const examples = Object.values(content["application/problem+json"]?.examples ?? {});
        const statuses = examples.map((example) => (resolve(example as object) as { value: { status: number } }).value);
        for (const value of statuses) expect(String(value.status)).toBe(status);
      }
    }
  });

  it("uses the given base URL", () => {
    expect(openApiDocument().servers).toEqual([{ url: "/" }]);
    expect(openApiDocument("https://repute.example.com/api").servers).toEqual([
      { url: "https://repute.example.com/api" },
    ]);
    const { securitySchemes } = openApiDocument("https://repute.example.com/api").components;
    expect(securitySchemes?.["accessToken"]).toMatchObject({
      flows: { clientCredentials: { tokenUrl: "https://repute.example.com/api/oauth/token" } },
    });
  });

  it("rejects two schemas with the same name", () => {
    const [reviews] = versions.flatMap(({ routes }) => routes.filter(({ path }) => path === "/reviews"));
    if (!reviews) throw new Error("there are no reviews");
    const other = withChanges(reviews, { path: "/other", reply: listOf({ title: "Review", ...exactly({}) }) });
    const tables = [{ prefix: "", dataSync: "v2-data", routes: [reviews, other] }] as const;
    expect(() => documentOf(tables)).toThrow("two different schemas are called Review");
  });

  it("rejects a reply without an example", () => {
    const [first] = exampleTable.routes;
    if (!first) throw new Error("there is no route");
    const bare = withChanges(first, { reply: exactly({ id: { type: "integer", description: "An id" } }) });
    expect(() => documentOf([{ ...exampleTable, routes: [bare] }])).toThrow("there is no example of An id");
  });
});

/** All lists with the schemas of their items. */
const lists = appTables({}).flatMap(({ prefix, routes }) =>
  routes.flatMap(({ method, path, reply }) => {
    const item = itemOf(reply);
    const template = (prefix + path).replace(/:(\w+)/g, "{$1}");
    return item && method === "get" ? [{ path: template, item }] : [];
  }),
);

describe("every list", () => {
  // A row of a file can have several equal problems.
  const records = lists.filter(({ path }) => path !== "/v1/loads/{load_id}/report");
  it.each(records)("states which members identify its rows: $path", ({ path, item }) => {
    const key = document.paths[path]?.["get"]?.["x-primary-key"];
    expect(key).toEqual(expect.any(Array));
    expect(key?.filter((name) => !item.required?.includes(name))).toEqual([]);
  });

  it.each(lists)("has only JSON for generated clients, although there are other formats: $path", ({ path }) => {
    const success = resolve(document.paths[path]?.["get"]?.responses["200"] ?? {});
    expect(Object.keys(success.content ?? {})).toEqual(["application/json"]);
    expect(Object.keys(success["x-other-content"] ?? {})).toEqual(["application/x-ndjson", "text/csv"]);
  });

  it("explains that ids are unique within one list if it lists reviews or NPS surveys", () => {
    expect(document.components["schemas"]?.["Review"]).toMatchObject({
      properties: {
        review_id: { type: "integer", description: expect.stringContaining("unique within its list") },
      },
    });
  });
});

describe("a parameter with one integer", () => {
  it.each(["limit", "survey_id"])("is an integer for generated clients: %s", (name) => {
    const single = operations.filter(({ path }) => name === "limit" || !path.includes("/aggregate-"));
    const found = single.flatMap(({ operation }) => operation.parameters.filter((one) => one.name === name));
    expect(found.length).toBeGreaterThan(1);
    for (const { schema } of found) expect(schema).toMatchObject({ type: "integer" });
  });
});

describe("the paths of the document", () => {
  const served = (router: object) =>
    (router as { stack: readonly { route?: { path: string } }[] }).stack.flatMap(({ route }) =>
      route ? [route.path.replace(/:(\w+)/g, "{$1}")] : [],
    );
  /** Paths outside the API: documentation, embedded widgets, events in the formats of their providers, and pages for people. */
  const reference =
    /^\/(?:docs(?:\/.*)?|openapi\.json|readme|embed\/.*|invitation\/.*|notifications\/.*|v1\/trackers\/\{tracker_id\}\/events)?$/;

  it("match the router", () => {
    const paths = served(createRouter(acme.domain, acme.options)).filter((path) => !reference.test(path));
    expect(Object.keys(documentOf(interfaceTables).paths).sort()).toEqual(paths.sort());
  });

  it("match the app", () => {
    const router = routerOf(appTables({}), acme.domain, acme.options);
    const paths = served(router).filter((path) => !reference.test(path));
    expect(Object.keys(openApiDocument().paths).sort()).toEqual(paths.sort());
  });

  it("have only documented parameters", () => {
    for (const { path, operation } of operations) {
      expect(path).toMatch(/^(?:\/(?:\.?[A-Za-z0-9-]+|\{[a-z_]+\}))+$/);
      const named = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name);
      const described = operation.parameters.filter((one) => "in" in one && one.in === "path");
      expect(described.map(({ name }) => name)).toEqual(named);
    }
  });
});

describe("every schema", () => {
  it("is valid", () => {
    const schemas = parts.flatMap(({ at, object }) => (at.at(-1) === "schema" ? [object] : []));
    expect(schemas.length).toBeGreaterThan(50);
    for (const schema of schemas) expect(() => mistakes(schema, null)).not.toThrow();
  });

  it("has its name, if any, as its title", () => {
    const named = Object.entries(document.components["schemas"] ?? {});
    expect(named.length).toBeGreaterThan(10);
    for (const [title, schema] of named) {
      expect(schema).toMatchObject({ title });
      expect(() => mistakes(schema, null)).not.toThrow();
    }
  });
});

describe("the examples", () => {
  it("match their schemas in responses and bodies", () => {
    const media = parts.flatMap(({ at, object }) =>
      // Skip files, which have no example.
      !("contentMediaType" in ((object as unknown as MediaType).schema ?? {})) &&
      /content$/.test(at.at(-2) ?? "") &&
      !/^image\/|^multipart\//.test(at.at(-1) ?? "")
        ? [object as unknown as MediaType]
        : [],
    );
    expect(media.length).toBeGreaterThan(50);
    for (const { schema, example, examples = {} } of media) {
      const values = example === undefined ? Object.values(examples).map((one) => resolve(one).value) : [example];
      expect(values).not.toEqual([]);
      expect(values.flatMap((value) => mistakes(schema, value))).toEqual([]);
    }
  });

  it("match their schemas inside schemas", () => {
    const exemplary = parts.filter(({ object }) => Array.isArray(object["examples"]));
    expect(exemplary.length).toBeGreaterThan(10);
    for (const { object } of exemplary) {
      expect((object["examples"] as unknown[]).flatMap((value) => mistakes(object, value))).toEqual([]);
    }
  });

  it("cover every parameter, which also has a description", () => {
    for (const { operation } of operations) {
      for (const parameter of operation.parameters) {
        expect(parameter).toMatchObject({ description: expect.any(String), schema: { examples: expect.any(Array) } });
      }
    }
  });

  it("cover every problem code", () => {
    const codes = Object.keys(document.components["examples"] ?? {}).map((name) => name.split(".")[0]);
    expect([...new Set(codes)].sort()).toEqual(Object.keys(problemExamples).sort());
  });
});
