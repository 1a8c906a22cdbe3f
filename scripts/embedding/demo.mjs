import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Starts the demo of the installed server, reads a list and a page as its guide says, and stops the server. */
export async function runDemo(folder) {
  const words = ["node_modules/@repute/server/bin/repute.js", "demo", "--port", "0"];
  const server = spawn(process.execPath, words, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  try {
    const guide = await guideOf(server);
    const [, token, list] = guide.match(/curl -H "api-token: (\w+)" "(\S+\/v2\/reviews\?date=\S+)"/) ?? [];
    const { items } = await (await fetch(list, { headers: { "api-token": token } })).json();
    assert.ok(items.length > 0, "the demo has no reviews of this week");
    assert.equal((await fetch(new URL("/docs", list))).status, 200);
  } finally {
    server.kill("SIGTERM");
  }
  assert.deepEqual(await ended, [0, null], "the demo does not end cleanly");
}

/** Returns what the demo prints when it is ready. */
async function guideOf({ stdout }) {
  let text = "";
  for await (const piece of stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    text += piece;
    if (text.includes("Press Ctrl-C")) break;
  }
  stdout.resume();
  return text;
}
