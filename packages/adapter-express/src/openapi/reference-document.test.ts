import { describe, expect, it } from "@jest/globals";
import { appTables, openApiDocument } from "../server.js";
import { codeSamplesOf, referenceDocument, type ReferenceVersion } from "./reference-document.js";

type Operation = {
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly examples: { readonly default: object } }[];
  readonly responses: Readonly<Record<string, object>>;
  readonly "x-codeSamples": readonly { readonly label: string; readonly source: string }[];
};
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const documentOf = (version: ReferenceVersion) => {
  const { paths, ...rest } = referenceDocument(appTables({}), version);
  return { ...rest, paths: paths as unknown as Paths };
};
const operationsOf = (version: ReferenceVersion) =>
  Object.values(documentOf(version).paths).flatMap(Object.values<Operation>);
const operationAt = (version: ReferenceVersion, path: string, method = "get") => {
  const operation = documentOf(version).paths[path]?.[method];
  if (!operation) throw new Error(`there is no ${method} ${path}`);
  return operation;
};
const curlOf = (operation: Operation) => operation["x-codeSamples"][0]?.source;

describe("the documents of the API reference", () => {
  it("contain each path once, v1 and v2 separately", () => {
    const [v1, v2] = [Object.keys(documentOf("v1").paths), Object.keys(documentOf("v2").paths)];
    expect([...v1, ...v2].sort()).toEqual(Object.keys(openApiDocument().paths).sort());
    expect(v1.filter((path) => !path.startsWith("/v1/"))).toEqual([]);
    expect(v2.filter((path) => path.startsWith("/v1/"))).toEqual([]);
  });

  it.each(["v1", "v2"] as const)("describe errors that operations of %s share only once", (version) => {
    const errors = documentOf(version).tags.find(({ name }) => name === "Errors")?.description;
    for (const code of ["several_credentials", "method_not_allowed", "too_many_requests", "internal_error"]) {
      expect(errors).toContain(`| \`${code}\` |`);
    }
    const shared = Object.values(documentOf(version).paths)
      .flatMap(Object.values<Operation>)
      .filter(({ security }) => security.length > 0)
      .flatMap(({ responses }) => Object.keys(responses));
    expect(shared).not.toEqual(expect.arrayContaining([expect.stringMatching(/401|405|406|429|431|500/)]));
  });

  it("keep the errors of an operation", () => {
    expect(Object.keys(operationAt("v2", "/v2/changes").responses)).toEqual(["200", "400", "410"]);
    expect(Object.keys(operationAt("v1", "/v1/users/{id}").responses)).toEqual(["200", "404"]);
  });

  it("mention the errors of the token endpoint that other operations share only in the section", () => {
    expect(Object.keys(operationAt("v2", "/oauth/token", "post").responses)).toEqual(["200", "400", "401", "404"]);
    const errorsOf = (version: ReferenceVersion) => documentOf(version).tags.find(({ name }) => name === "Errors");
    expect(errorsOf("v2")?.description).toContain("RFC 6749");
    expect(errorsOf("v1")?.description).not.toContain("RFC 6749");
  });

  it("mark submissions in samples as tests", () => {
    expect(curlOf(operationAt("v1", "/v1/online-submissions/upload", "post"))).toContain('"is_test": true');
    expect(curlOf(operationAt("v1", "/v1/online-submissions/bulk-upload", "post"))).toContain('"is_test": true');
  });

  it("request only a week and ten rows at first", () => {
    const reviews = operationAt("v2", "/v2/reviews");
    const sent = reviews.parameters.filter(
      ({ examples }) => !("x-disabled" in examples.default && examples.default["x-disabled"]),
    );
    expect(sent.map(({ name }) => name)).toEqual(["date", "end", "limit"]);
    expect(curlOf(reviews)).toContain(`curl "{{base}}/v2/reviews?date={{start}}&end={{end}}&limit=10"`);
  });

  it("name the ids that the page replaces with ids of the account", () => {
    expect(curlOf(operationAt("v2", "/v2/survey-responses"))).toContain("?survey_id={{survey_id:4}}&");
    expect(curlOf(operationAt("v2", "/v2/integration-imports/{import_id}/invites"))).toContain("/{{import_id:7}}/");
    expect(curlOf(operationAt("v1", "/v1/users/{id}"))).toContain("/v1/users/7");
  });

  it("have one token, and samples that name the kinds that an operation accepts", () => {
    const { securitySchemes } = documentOf("v2").components;
    expect(Object.keys(securitySchemes)).toEqual(["token"]);
    expect(curlOf(operationAt("v2", "/v2/reviews"))).toContain("{{token:api-token access-token office}}");
    expect(curlOf(operationAt("v1", "/v1/users"))).toContain("{{token:account-key access-token}}");
    expect(curlOf(operationAt("v1", "/v1/online-submissions/upload", "post"))).toContain(
      "{{token:api-token web-forms access-token}}",
    );
    expect(curlOf(operationAt("v2", "/oauth/token", "post"))).not.toContain("{{token");
  });

  it.each(["v1", "v2"] as const)("have samples in three languages for each operation of %s", (version) => {
    for (const operation of operationsOf(version)) {
      expect(operation["x-codeSamples"].map(({ label }) => label)).toEqual(["curl", "Node", "Python"]);
    }
  });

  it("contain only placeholders that the page replaces", () => {
    const text = JSON.stringify([documentOf("v1"), documentOf("v2")]);
    const names = [...text.matchAll(/\{\{([^:}]*)/g)].map(([, name]) => name);
    expect([...new Set(names)].sort()).toEqual(
      ["base", "end", "file_id", "header", "import_id", "start", "survey_id", "token"].sort(),
    );
  });
});

const url = "https://repute.example/v2/reviews?limit=10";
const headers = { "api-token": "rpa_x" };

const samplesOf = (request: Parameters<typeof codeSamplesOf>[0]) =>
  Object.fromEntries(codeSamplesOf(request).map(({ label, source }) => [label, source]));

describe("the code samples of a request", () => {
  it("print the status and the response", () => {
    expect(samplesOf({ method: "get", url, headers, isFile: false })).toEqual({
      curl: `curl "${url}" \\\n  -H "api-token: rpa_x"`,
      Node: `const response = await fetch("${url}", {
  headers: { "api-token": "rpa_x" },
});
console.log(response.status, await response.text());`,
      Python: `import urllib.request
request = urllib.request.Request(
    "${url}",
    headers={ "api-token": "rpa_x" },
)
response = urllib.request.urlopen(request)
print(response.status, response.read().decode())`,
    });
  });

  it("quote a JSON body for each language", () => {
    const body = { json: { name: "O'Hara", active: true, notes: null, ids: [7] } };
    const { curl, Node, Python } = samplesOf({ method: "put", url, headers, body, isFile: false });
    expect(curl).toContain(`-X PUT \\\n`);
    expect(curl).toContain(`"name": "O'\\''Hara"`);
    expect(Node).toContain(`body: JSON.stringify({\n    "name": "O'Hara",\n    "active": true,`);
    expect(Python).toContain(
      `body = {\n    "name": "O'Hara",\n    "active": True,\n    "notes": None,\n    "ids": [\n        7,\n    ],\n}`,
    );
    expect(Python).toContain(`method="PUT"`);
  });

  it("send a form and a file", () => {
    const form = samplesOf({ method: "post", url, headers: {}, body: { form: { scope: "a b" } }, isFile: false });
    expect(form["curl"]).toBe(`curl "${url}" \\\n  --data-urlencode "scope=a b"`);
    expect(form["Node"]).toContain("new URLSearchParams({");
    expect(form["Python"]).toContain("urllib.parse.urlencode(form).encode()");
    const file = samplesOf({ method: "put", url, headers, body: { file: "image" }, isFile: false });
    expect(file["curl"]).toContain(`-F "image=@photo.png;type=image/png"`);
    expect(file["Node"]).toContain(`form.append("image", await openAsBlob("photo.png", { type: "image/png" }));`);
    expect(file["Python"]).toContain(`open("photo.png", "rb")`);
  });

  it("save a file that the response contains", () => {
    const { curl, Node, Python } = samplesOf({ method: "get", url, headers, isFile: true });
    expect(curl).toMatch(/-o photo$/);
    expect(Node).toContain(`writeFile("photo"`);
    expect(Python).toContain(`open("photo", "wb")`);
  });
});
