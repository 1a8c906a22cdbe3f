/** A request as shown in the API reference. The URL and headers may contain placeholders such as `{{base}}`. */
export type SampleRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: SampleBody;
  /** True if the response is a file instead of text. */
  readonly isFile: boolean;
};

/** A body in JSON, as a form, or as a form with a file. `file` is the name of the form field. */
type SampleBody =
  { readonly json: unknown } | { readonly form: Readonly<Record<string, string>> } | { readonly file: string };

/** Source of a body: lines before the request, headers and the expression for the data. */
type BodySource = {
  readonly setup: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly data?: string;
};

const noBody: BodySource = { setup: [], headers: {} };

/** Returns the request as a curl command, as JavaScript for Node, and as Python without packages. */
export const codeSamplesOf = (request: SampleRequest) => [
  { lang: "shell", label: "curl", source: curl(request) },
  { lang: "node", label: "Node", source: node(request) },
  { lang: "python", label: "Python", source: python(request) },
];

function curl({ method, url, headers, body, isFile }: SampleRequest): string {
  const usual = body ? "post" : "get";
  return [
    `curl "${url}"`,
    ...(method === usual ? [] : [`-X ${method.toUpperCase()}`]),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body ? curlBody(body) : []),
    ...(isFile ? ["-o photo"] : []),
  ].join(" \\\n  ");
}

function curlBody(body: SampleBody): readonly string[] {
  if ("json" in body) {
    const json = JSON.stringify(body.json, null, 2).replace(/'/g, "'\\''");
    return ['-H "Content-Type: application/json"', `-d '${json}'`];
  }
  if ("form" in body) return Object.entries(body.form).map(([name, value]) => `--data-urlencode "${name}=${value}"`);
  return [`-F "${body.file}=@photo.png;type=image/png"`];
}

function node({ method, url, headers, body, isFile }: SampleRequest): string {
  const source = body ? nodeBody(body) : noBody;
  const options = optionsOf(method, { ...headers, ...source.headers }, source.data, {
    method: "  method: ",
    headers: "  headers: ",
    data: "  body: ",
  });
  const second = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  return [
    ...(isFile ? ['const { writeFile } = await import("node:fs/promises");'] : []),
    ...source.setup,
    `const response = await fetch("${url}"${second});`,
    isFile
      ? 'await writeFile("photo", Buffer.from(await response.arrayBuffer()));'
      : "console.log(response.status, await response.text());",
  ].join("\n");
}

function nodeBody(body: SampleBody): BodySource {
  if ("json" in body) {
    return {
      setup: [],
      headers: { "Content-Type": "application/json" },
      data: `JSON.stringify(${literalIn(body.json)})`,
    };
  }
  if ("form" in body) return { ...noBody, data: `new URLSearchParams(${literalIn(body.form)})` };
  return {
    setup: [
      'const { openAsBlob } = await import("node:fs");',
      "const form = new FormData();",
      `form.append("${body.file}", await openAsBlob("photo.png", { type: "image/png" }));`,
    ],
    headers: {},
    data: "form",
  };
}

function python({ method, url, headers, body, isFile }: SampleRequest): string {
  const source = body ? pythonBody(body) : noBody;
  const options = optionsOf(method, { ...headers, ...source.headers }, source.data, {
    method: "    method=",
    headers: "    headers=",
    data: "    data=",
  });
  return [
    "import urllib.request",
    ...source.setup,
    `request = urllib.request.Request(\n    "${url}",\n${options.map((line) => `${line}\n`).join("")})`,
    "response = urllib.request.urlopen(request)",
    isFile
      ? 'written = open("photo", "wb").write(response.read())'
      : "print(response.status, response.read().decode())",
  ].join("\n");
}

function pythonBody(body: SampleBody): BodySource {
  if ("json" in body) {
    return {
      setup: ["import json", `body = ${pythonLiteral(body.json)}`],
      headers: { "Content-Type": "application/json" },
      data: "json.dumps(body).encode()",
    };
  }
  if ("form" in body) {
    const setup = ["import urllib.parse", `form = ${pythonLiteral(body.form)}`];
    return { setup, headers: {}, data: "urllib.parse.urlencode(form).encode()" };
  }
  const disposition = `Content-Disposition: form-data; name=\\"${body.file}\\"; filename=\\"photo.png\\"`;
  return {
    setup: [
      'photo = open("photo.png", "rb").read()',
      `head = "--part\\r\\n${disposition}\\r\\nContent-Type: image/png\\r\\n\\r\\n"`,
    ],
    headers: { "Content-Type": "multipart/form-data; boundary=part" },
    data: 'head.encode() + photo + b"\\r\\n--part--\\r\\n"',
  };
}

/** Returns the arguments of a request, one per line. `prefixes` come before each value. */
function optionsOf(
  method: string,
  headers: Readonly<Record<string, string>>,
  data: string | undefined,
  prefixes: Readonly<Record<"method" | "headers" | "data", string>>,
): readonly string[] {
  return [
    ...(method === "get" ? [] : [`${prefixes.method}"${method.toUpperCase()}",`]),
    ...(Object.keys(headers).length > 0 ? [`${prefixes.headers}${inline(headers)},`] : []),
    ...(data === undefined ? [] : [`${prefixes.data}${data},`]),
  ];
}

function pythonLiteral(value: unknown, indent = ""): string {
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${pythonLiteral(item, inner)},\n`).join("")}${indent}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(member, inner)},\n`,
    );
    return `{\n${members.join("")}${indent}}`;
  }
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : JSON.stringify(value);
}

/** Returns an object with string values as one line that is valid JavaScript and Python. */
const inline = (object: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(object)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(", ")} }`;

/** Returns a value as JavaScript, indented like a member of an object. */
const literalIn = (value: unknown): string => JSON.stringify(value, null, 2).replace(/\n/g, "\n  ");
