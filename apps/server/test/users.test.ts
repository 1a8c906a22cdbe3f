import { describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const user = { kind: "user", role: "Administrator", active: false };
const lines = [
  { ...user, id: 1, name: "Ada Quill", email: "ada@example.com", active: true },
  { ...user, id: 2, name: "Bo Tran", email: "Bo@Example.com" },
  { ...user, id: 3, name: "Cal Reed", email: "noreply@example.com" },
];
type Items = { readonly items: readonly Record<string, unknown>[] };

describe.each(engines)("repute user on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const env = () => workspace().env;
  const again = (...which: string[]) => repute(["user", "invite-again", "--account", "acme", ...which], { env: env() });
  const list = () => reputeJson<Items>(["user", "list", "--account", "acme"], env());
  const prepare = async () => {
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env());
    await reputeJson(["load", "--account", "acme", await workspace().bundle(lines)], env());
  };

  it("lists users and what became of their invitations, for people and for programs", async () => {
    await prepare();
    expect((await again("--id", "2")).code).toBe(0);
    const { stdout } = await repute(["user", "list", "--account", "acme"], { env: env() });
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["id", "name", "email", "role", "state"],
      ["1", "Ada Quill", "ada@example.com", "Administrator", "active"],
      ["2", "Bo Tran", "Bo@Example.com", "Administrator", "pending, invitation not sent"],
      ["3", "Cal Reed", "noreply@example.com", "Administrator", "pending, not invited"],
      [""],
    ]);
    const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect((await list()).items).toMatchObject([
      { id: 1, name: "Ada Quill", email: "ada@example.com", role: "Administrator", state: "active", invitation: null },
      {
        id: 2,
        state: "waiting",
        invitation: { invited_at: time, ends_at: time, sent_at: null, attempts: 0, failure: null },
      },
      { id: 3, state: "not_invited", invitation: null },
    ]);
  });

  it("invites pending users by id or address, on record, and prints no link", async () => {
    await prepare();
    const { code, stdout, stderr } = await again("--email", " BO@example.com ");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^Invited user 2\. The invitation expires at \d{4}-\S+\. The server emails the link if SMTP_URL is set\.\n$/,
    );
    const invited = await reputeJson(["user", "invite-again", "--account", "acme", "--id", "3"], env());
    expect(invited).toMatchObject({ id: 3, state: "waiting", invitation: { attempts: 0 } });
    const { items } = await reputeJson<Items>(["audit", "--account", "acme"], env());
    expect(items.filter(({ action }) => action === "invite_user")).toMatchObject([
      { actor: "operator", subject: "user 2" },
      { actor: "operator", subject: "user 3" },
    ]);
  });

  it("says why somebody is not invited", async () => {
    await prepare();
    for (const [which, message] of [
      [["--id", "1"], "The user is already active"],
      [["--id", "9"], "The account has no such user"],
      [["--email", "x@example.com"], "The account has no such user"],
    ] as const) {
      const { code, stderr } = await again(...which);
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
  });
});
