"use strict";

// Stops a library in the renderer from testing whether the content security policy allows eval.
globalThis.__zod_globalConfig = { jitless: true };

const files = new URL(".", document.currentScript.src);
const field = document.getElementById("token");
const fieldStatus = document.getElementById("token-kind");
const container = document.getElementById("reference");

/** URL of the service. It is relative to this script, because the page can be under any path and behind any proxy. */
const base = new URL("..", files).href
  .slice(0, -1)
  .replace(/[$!'`]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** Kinds of tokens: their form, their meaning, and the placeholder in samples without a token. */
const kinds = {
  "api-token": {
    form: /\brpa_[0-9A-Za-z]{49}\b/,
    meaning: "API token: reads v2 and uploads submissions.",
    placeholder: "YOUR_API_TOKEN",
  },
  "account-key": {
    form: /\brpk_[0-9A-Za-z]{49}\b/,
    meaning: "Account key: reads v1 and manages users.",
    placeholder: "YOUR_ACCOUNT_KEY",
  },
  "web-forms": {
    form: /\brpf_[0-9A-Za-z]{49}\b/,
    meaning: "Web-forms token: only uploads submissions.",
    placeholder: "YOUR_WEB_FORMS_TOKEN",
  },
  loader: {
    form: /\brpl_[0-9A-Za-z]{49}\b/,
    meaning: "Loader token: only sends files.",
    placeholder: "YOUR_LOADER_TOKEN",
  },
  office: {
    form: /\brpo_[0-9A-Za-z]{49}\b/,
    meaning: "Office token: reads v2, imports files, undoes imports and finds people.",
    placeholder: "YOUR_OFFICE_TOKEN",
  },
  "access-token": {
    form: /\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
    meaning:
      "Access token: its scopes say whether it reads v2, uploads submissions or manages users, until it expires.",
    placeholder: "YOUR_ACCESS_TOKEN",
  },
};

const versions = ["v2", "v1"];
const documents = Promise.all(versions.map((version) => textOf(`${version}.json`)));
let token;
let reference;
container.textContent = "Loading...";

addEventListener("DOMContentLoaded", () => {
  new MutationObserver(repair).observe(document.body, { childList: true, subtree: true });
  field.form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", readToken);
  readToken();
});

/** Finds a token in the field, which may also contain a whole header, and shows the reference with it. */
function readToken() {
  const text = field.value.trim();
  const kind = Object.keys(kinds).find((name) => kinds[name].form.test(text));
  const value = kind && kinds[kind].form.exec(text)[0];
  field.setAttribute("aria-invalid", String(!kind && text !== ""));
  fieldStatus.textContent = kind ? kinds[kind].meaning : text && "This is not a complete token.";
  if (reference && token?.value === value) return;
  token = kind && { kind, value };
  show(token).catch(() => {
    container.textContent = "The API reference could not be loaded. Try again in a moment.";
  });
}

async function show(used) {
  const [texts, ids] = await Promise.all([documents, used ? ownIds(used) : {}]);
  if (used !== token) return;
  reference?.destroy();
  container.classList.remove("loading");
  reference = Scalar.createApiReference(container, {
    sources: texts.map((text, at) => ({
      title: `API ${versions[at]}`,
      slug: versions[at],
      content: withCredential(JSON.parse(filled(text, used, ids)), used),
    })),
    authentication: { preferredSecurityScheme: "token" },
    agent: { disabled: true },
    documentDownloadType: "none",
    hiddenClients: true,
    hideClientButton: true,
    hideModels: true,
    localization: { translations: { operation: { testRequest: "Try it" } } },
    mcp: { disabled: true },
    orderSchemaPropertiesBy: "preserve",
    persistAuth: false,
    showDeveloperTools: "never",
    telemetry: false,
    withDefaultFonts: false,
  });
}

/** Replaces the placeholders in a document. No value contains quotes or backslashes, so the document stays valid JSON. */
function filled(text, used, ids) {
  const values = { base, start: day(-7), end: day(0), ...ids };
  return text
    .replace(/\{\{(header|token):([^}]+)\}\}/g, (_, part, list) => {
      const accepted = list.split(" ");
      const kind = accepted.includes(used?.kind) ? used.kind : accepted[0];
      const value = kind === used?.kind ? used.value : kinds[kind].placeholder;
      const [header, content] = kind === "access-token" ? ["Authorization", `Bearer ${value}`] : ["api-token", value];
      return part === "header" ? header : content;
    })
    .replace(/\{\{(\w+)(?::([^}]*))?\}\}/g, (_, name, usual) => values[name] ?? usual);
}

/** Sets the credential of the requests that the page sends. */
function withCredential(spec, used) {
  const schemes = spec.components.securitySchemes;
  if (used?.kind === "access-token") schemes.token = { type: "http", scheme: "bearer" };
  if (used) schemes.token["x-scalar-secret-token"] = used.value;
  return spec;
}

/** Returns ids of the account for the parameters that need one. Without permission to read them, returns no ids. */
async function ownIds({ kind, value }) {
  if (kind === "web-forms" || kind === "loader") return {};
  const version = kind === "account-key" ? "v1" : "v2";
  const headers = kind === "access-token" ? { Authorization: `Bearer ${value}` } : { "api-token": value };
  const quarter = `start_date=${day(-90)}&end_date=${day(0)}`;
  const firstId = async (list, key) => {
    const response = await fetch(`${base}/${version}/${list}`, { headers });
    return response.ok ? (await response.json()).items[0]?.[key] : undefined;
  };
  const [survey_id, import_id, file_id] = await Promise.all([
    firstId("surveys-list", "id"),
    firstId(`integration-imports?${quarter}`, "import_id"),
    version === "v2" ? firstId(`cahps-parsed-files?${quarter}`, "file_id") : undefined,
  ]).catch(() => []);
  return { survey_id, import_id, file_id };
}

/** Corrects attributes that prevent assistive technology from using the renderer's elements. */
function repair() {
  const each = (selector, correct) => document.querySelectorAll(selector).forEach(correct);
  each("button[role=none]", (button) => button.removeAttribute("role"));
  each("[role=combobox].code-input-lite__editor", (input) => {
    input.setAttribute("role", "textbox");
    input.removeAttribute("aria-autocomplete");
  });
  each(".cm-content:not([aria-label])", (content) => content.setAttribute("aria-label", "Body"));
  each(".cm-scroller[tabindex='-1']", (scroller) => scroller.setAttribute("tabindex", "0"));
  each("button[aria-controls]", (button) => {
    if (!document.getElementById(button.getAttribute("aria-controls"))) button.removeAttribute("aria-controls");
  });
  each(".request-section-content h3", (heading) => {
    if (!heading.textContent.startsWith("Authentication")) return;
    heading.closest("section").parentElement.dataset.token = "elsewhere";
  });
}

/** Returns a date relative to today, as YYYY-MM-DD. */
function day(offset) {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

async function textOf(name) {
  const response = await fetch(new URL(name, files));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.text();
}
