// A partner's program that signs an assertion, exchanges it for an access token and lists reviews. It needs no packages.
// Run it with:
// node pull-reviews.mjs https://repute.example.com rpc_5rTg... ./private-key.pem 2026-06 2026-03-01
// With the name of a file as a sixth argument, the next run lists only the reviews that changed since the latest change before.
import { randomUUID, sign } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns an assertion signed with the private key. It is valid for one token request within five minutes. */
function assertionOf({ clientId, key, kid }, tokenUrl) {
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { iss: clientId, sub: clientId, aud: tokenUrl, iat, exp: iat + 300, jti: randomUUID() };
  const text = `${encode({ alg: "RS384", typ: "JWT", kid })}.${encode(claims)}`;
  return `${text}.${sign("sha384", Buffer.from(text), key).toString("base64url")}`;
}

async function ask(url, request) {
  // Following a redirect would send the credential to another address.
  const response = await fetch(url, { ...request, redirect: "error" });
  const body = await response.json();
  if (response.ok) return { body, headers: response.headers };
  throw Object.assign(new Error(`${url} answered ${response.status}: ${body.message}`), { code: body.code });
}

/** Returns a function that provides an access token. It requests a new token 30 seconds before the old token expires. */
function tokensFor(base, client) {
  let [token, end] = ["", 0];
  return async () => {
    if (Date.now() < end) return token;
    const form = {
      grant_type: "client_credentials",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: assertionOf(client, `${base}/oauth/token`),
    };
    const { body: issued } = await ask(`${base}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
    [token, end] = [issued.access_token, Date.now() + (issued.expires_in - 30) * 1_000];
    return token;
  };
}

export async function main([base, clientId, keyFile, kid, date, stateFile], print = console.log) {
  const key = await readFile(keyFile, "utf8");
  const token = tokensFor(base, { clientId, key, kid });
  const get = async (path) => ask(base + path, { headers: { Authorization: `Bearer ${await token()}` } });

  const path = `/v2/reviews?date=${date}&end=${date}`;
  const state = stateFile && (await readFile(stateFile, "utf8").catch(() => ""));
  const changes = get(state ? `${path}&${state}` : path);
  // After a restore of the service, the epoch is expired, and the whole list is needed again.
  const { body, headers } = await changes.catch((error) => {
    if (error.code !== "epoch_expired") throw error;
    print("the service was restored: this is the whole list");
    return get(path);
  });
  const { items } = body;
  for (const { review_id: id, rating, location } of items) print(`review ${id}: ${rating} stars at ${location}`);
  print(`${items.length} reviews on ${date}`);
  const position = { modified_since: headers.get("x-watermark"), epoch: headers.get("x-epoch") };
  if (stateFile) await writeFile(stateFile, String(new URLSearchParams(position)));
}

if (import.meta.filename === process.argv[1]) await main(process.argv.slice(2));
