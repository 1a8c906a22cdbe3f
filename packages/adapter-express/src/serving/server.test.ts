import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Practice } from "../../test/practice.js";
import { practice } from "../../test/practice.js";
import { answersTo, closeServers, portOf, rawConnection } from "../../test/raw-connection.js";
import { createApp } from "../app.js";

let acme: Practice;
let port: number;
beforeEach(async () => {
  acme = await practice();
  port = await portOf(createApp(acme.domain, acme.options), { headersTimeout: 300, requestTimeout: 600 });
});
afterEach(closeServers);

describe("try", () => {
  it("a", async () => {
    const H = "Host: x\r\n";
    const tests: Record<string, string | Buffer> = {
      garbage: "garbage\r\n\r\n",
      empty: "\r\n\r\n\r\n",
      http09: "GET /\r\n\r\n",
      noHost: "GET /v2/reviews HTTP/1.1\r\n\r\n",
      twoHosts: `GET /v2/reviews HTTP/1.1\r\n${H}${H}\r\n`,
      http10: `GET /v2/reviews HTTP/1.0\r\n\r\n`,
      pri: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      http2: `GET / HTTP/2.0\r\n${H}\r\n`,
      http3: `GET / HTTP/9.9\r\n${H}\r\n`,
      star: `OPTIONS * HTTP/1.1\r\n${H}\r\n`,
      connect: `CONNECT example.com:443 HTTP/1.1\r\n${H}\r\n`,
      upgrade: `GET /v2/reviews HTTP/1.1\r\n${H}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      h2c: `GET /v2/reviews HTTP/1.1\r\n${H}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n\r\n`,
      expect: `GET /v2/reviews HTTP/1.1\r\n${H}Expect: cake\r\n\r\n`,
      continue: `POST /v2/reviews HTTP/1.1\r\n${H}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
      absolute: `GET http://x/v2/reviews?date=1 HTTP/1.1\r\n${H}\r\n`,
      absoluteBad: `GET http://[ HTTP/1.1\r\n${H}\r\n`,
      absolutePort: `GET http://x:999999/v2/reviews HTTP/1.1\r\n${H}\r\n`,
      ftp: `GET ftp://x/v2/reviews HTTP/1.1\r\n${H}\r\n`,
      dslash: `GET //v2/reviews HTTP/1.1\r\n${H}\r\n`,
      dots: `GET /v2/../v2/reviews HTTP/1.1\r\n${H}\r\n`,
      tslash: `GET /v2/reviews/ HTTP/1.1\r\n${H}\r\n`,
      tslash2: `GET /v2/reviews// HTTP/1.1\r\n${H}\r\n`,
      esc: `GET /v2/%zz HTTP/1.1\r\n${H}\r\n`,
      nul: `GET /v2/%00 HTTP/1.1\r\n${H}\r\n`,
      raw: Buffer.from(`GET /v2/\xa0\xff HTTP/1.1\r\n${H}\r\n`, "latin1"),
      frag: `GET /v2/reviews#x?y HTTP/1.1\r\n${H}\r\n`,
      flood: `GET /v2/reviews HTTP/1.1\r\n${H}${"X: y\r\n".repeat(150)}\r\n`,
      big: `GET /v2/reviews HTTP/1.1\r\n${H}X: ${"y".repeat(80000)}\r\n\r\n`,
      long: `GET /v2/reviews?rating=${"1,".repeat(50000)} HTTP/1.1\r\n${H}\r\n`,
      long2: `GET /v2/reviews?rating=${"1,".repeat(30000)} HTTP/1.1\r\n${H}api-token: ${acme.tokens["api-token"]}\r\n\r\n`,
      badchunk: `POST /v2/reviews HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello`,
      badchunk2: `GET /v2/reviews HTTP/1.1\r\n${H}api-token: ${acme.tokens["api-token"]}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello`,
      tecl: `POST /v2/reviews HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
      te: `POST /v2/reviews HTTP/1.1\r\n${H}Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n`,
      clcl: `POST /v2/reviews HTTP/1.1\r\n${H}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
      clneg: `POST /v2/reviews HTTP/1.1\r\n${H}Content-Length: -3\r\n\r\nabcd`,
      obs: `GET /v2/reviews HTTP/1.1\r\n${H}X: y\r\n z\r\n\r\n`,
      badname: `GET /v2/reviews HTTP/1.1\r\n${H}X y: y\r\n\r\n`,
      nulhdr: `GET /v2/reviews HTTP/1.1\r\n${H}X: a\0b\r\n\r\n`,
      lf: `GET /v2/reviews HTTP/1.1\n${H}\n`,
      space: `GET /v2/re views HTTP/1.1\r\n${H}\r\n`,
      tls: Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]),
      method: `FOO /v2/reviews HTTP/1.1\r\n${H}\r\n`,
      trace: `TRACE /v2/reviews HTTP/1.1\r\n${H}\r\n`,
    };
    const lines: string[] = [];
    for (const [name, bytes] of Object.entries(tests)) {
      const r = await answersTo(port, bytes);
      lines.push(name + " " + r.map((x) => `${x.status} ${x.headers["content-type"]} ${x.headers["connection"]} ${x.headers["allow"] ?? ""} ${x.body}`).join(" || "));
    }
    console.log(lines.join("\n"), acme.reports);
  }, 20000);
});
