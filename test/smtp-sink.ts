import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

type SunkMail = { readonly from: string; readonly to: string; readonly secure: boolean; readonly raw: string };

export type SmtpSink = Awaited<ReturnType<typeof openSmtpSink>>;

/** Options of the mail server: TLS (implicit or STARTTLS) and the only accepted user. */
export type SinkOptions = {
  readonly tls?: { readonly cert: string; readonly key: string; readonly implicit?: boolean };
  readonly auth?: { readonly user: string; readonly pass: string };
  readonly port?: number;
};

/** Starts a mail server on this machine that stores the messages it receives. */
export async function openSmtpSink({ tls, auth, port = 0 }: SinkOptions = {}) {
  const mails: SunkMail[] = [];
  const sink = { refusing: undefined as number | undefined };
  const server = new SMTPServer({
    secure: tls?.implicit ?? false,
    ...(tls && { cert: tls.cert, key: tls.key }),
    disabledCommands: [...(tls ? [] : ["STARTTLS"]), ...(auth ? [] : ["AUTH"])],
    authOptional: auth === undefined,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === auth?.user && password === auth?.pass) return done(null, { user: username });
      return done(new Error("no"));
    },
    onRcptTo({ address }, _session, done) {
      const { refusing } = sink;
      done(
        refusing === undefined ? null : Object.assign(new Error(`<${address}> is refused`), { responseCode: refusing }),
      );
    },
    onData(stream, { envelope: { mailFrom, rcptTo }, secure }, done) {
      void text(stream).then((raw) => {
        const from = mailFrom ? mailFrom.address : "";
        mails.push({ from, to: rcptTo.map(({ address }) => address).join(), secure, raw });
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return Object.assign(sink, {
    mails,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}

/** Decodes the quoted-printable encoding of a message. */
export const readable = (raw: string): string =>
  Buffer.from(
    raw
      .replaceAll("=\r\n", "")
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();
