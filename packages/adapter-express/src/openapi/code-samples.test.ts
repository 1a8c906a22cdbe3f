import { describe, expect, it } from "@jest/globals";
import { codeSamplesOf } from "./code-samples.js";

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
