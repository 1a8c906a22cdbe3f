import type { DestinationStream } from "pino";
import type { Environment } from "./settings/setting.js";
import { countText } from "./table.js";
import { hasColor, type TextStream } from "./terminal.js";

type Line = Readonly<Record<string, unknown>>;

const requestKeys = "method,route,status,milliseconds,bytes,account_id,credential_id,credential_kind,aborted,reason";

/** Returns a stream for log records. On a terminal, it writes them as lines for people, with the local time. */
export async function logStream(stream: TextStream, env: Environment): Promise<DestinationStream> {
  if (stream.isTTY !== true) return stream;
  const { default: pretty } = await import("pino-pretty");
  return pretty({
    destination: stream,
    sync: true,
    colorize: hasColor(env),
    translateTime: "SYS:HH:MM:ss",
    ignore: requestKeys,
    messageFormat: (line) => (line["msg"] === "request" ? requestLine(line) : String(line["msg"])),
  });
}

/** Formats a request as `GET /v2/reviews: 200, 12 ms, 3,456 bytes, account 1`. */
function requestLine({ method, route, status, milliseconds, bytes, account_id, reason, aborted }: Line): string {
  const parts = [
    status === undefined ? "no response" : String(status),
    `${Math.round(Number(milliseconds))} ms`,
    `${countText(Number(bytes))} bytes`,
    ...(account_id === undefined ? [] : [`account ${String(account_id)}`]),
    ...(reason === undefined ? [] : [String(reason)]),
    ...(aborted === true ? ["incomplete"] : []),
  ];
  return `${String(method)} ${route === undefined ? "unknown path" : String(route)}: ${parts.join(", ")}`;
}
