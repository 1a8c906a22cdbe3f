// This host signs its users in with a session cookie. A signed-in user can read the lists of the user's account.
// Run it with: node session-host.mjs
import { auditRecordOf, createRouter } from "@repute/adapter-express";
import { createDomain, failureOf } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import express from "express";
import { randomBytes } from "node:crypto";

const cookie = /(?:^|; )session=([\w-]{43})(?:;|$)/;
const attributes = "Path=/; HttpOnly; Secure; SameSite=Strict";

/** Keeps the host's sessions in memory. A session names a user and the account whose data the user may read. */
function sessionStore() {
  const sessions = new Map();
  const idIn = ({ headers }) => cookie.exec(headers.cookie ?? "")?.[1];
  return {
    of: (request) => sessions.get(idIn(request)),
    end: (request) => sessions.delete(idIn(request)),
    begin(session) {
      const id = randomBytes(32).toString("base64url");
      sessions.set(id, session);
      return id;
    },
  };
}

/** Returns a function that adds each request to the audit trail, under the name of the user who sent the request. */
const auditTrail = (domain, report) => async (request) => {
  const audited = auditRecordOf(request, Date.now());
  if (!audited) return;
  const { account, record } = audited;
  const isFailure = request.status === 401;
  const written = isFailure
    ? domain.audit.addFailures(account, [failureOf(record)])
    : domain.audit.append(account, [record]);
  await written.catch((error) => report(error, request.requestId));
};

/** Creates the host. `checkPassword` returns the id of a user, or undefined if the name or the password is wrong. */
export async function createHost(checkPassword, report = console.error) {
  const domain = createDomain(memoryPorts());
  const account = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  const sessions = sessionStore();

  const app = express();
  app.post("/login", express.urlencoded({ extended: false }), async (request, response) => {
    const { name, password } = request.body ?? {};
    const id = await checkPassword(name, password);
    if (id === undefined) return response.status(401).send("The name or the password is wrong.");
    const session = sessions.begin({ account: account.id, id, audiences: ["v2-data"] });
    return response.setHeader("Set-Cookie", `session=${session}; ${attributes}`).sendStatus(204);
  });
  app.post("/logout", (request, response) => {
    sessions.end(request);
    response.setHeader("Set-Cookie", `session=; Max-Age=0; ${attributes}`).sendStatus(204);
  });
  app.use("/reputation", createRouter(domain, { report, authenticate: sessions.of, log: auditTrail(domain, report) }));
  return { app, domain, account };
}

async function main() {
  const secret = randomBytes(9).toString("base64url");
  const { app } = await createHost((name, password) => (name === "ada" && password === secret ? "user-7" : undefined));
  app.listen(3000, "127.0.0.1", () => {
    console.log(`curl -c cookies -d name=ada -d password=${secret} http://localhost:3000/login`);
    console.log("curl -b cookies http://localhost:3000/reputation/v2/reviews");
  });
}

if (import.meta.filename === process.argv[1]) main();
