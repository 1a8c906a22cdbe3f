import { type Address, isHost, parseAddress, parsePort } from "./address.js";
import { defaulted, integer, optional } from "./setting.js";
import { parseTrustProxy } from "./trust-proxy.js";
import { isBaseUrl } from "./urls.js";

const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** Minimum level of log records. */
export type LogLevel = (typeof logLevels)[number];

/** Settings of the listeners, the log and the shutdown. */
export const serverSettings = {
  host: defaulted<string>({
    variable: "HOST",
    expected: "a host name or IP address, such as 127.0.0.1, or 0.0.0.0 for all network interfaces",
    summary: "Address to listen on.",
    details: "Traffic is unencrypted HTTP.",
    parse: (text) => (isHost(text) ? text : undefined),
    // Listen only on localhost by default, because traffic is unencrypted.
    default: "127.0.0.1",
  }),

  port: defaulted<number>({
    variable: "PORT",
    expected: "a port number from 0 to 65535 (0 for any free port)",
    summary: "Port to listen on.",
    parse: parsePort,
    default: 8080,
  }),

  baseUrl: optional<string>({
    variable: "BASE_URL",
    expected: "an http or https URL without a trailing slash, such as https://repute.example.com",
    summary: "Public address of the service.",
    details:
      "The token URL and the links in invitations start with this URL. In access tokens, `iss` and `aud` are this URL.",
    parse: (text) => (isBaseUrl(text) ? text : undefined),
    unset: "`http://HOST:PORT`",
  }),

  appUrl: optional<string>({
    variable: "APP_URL",
    expected: "an http or https URL without a trailing slash, such as https://app.example.com/login",
    summary: "Address of your application's sign-in page.",
    details: "After users have set their password, the page links to this address.",
    parse: (text) => (isBaseUrl(text) ? text : undefined),
    unset: "no link",
  }),

  trustProxy: defaulted<boolean | number | string>({
    variable: "TRUST_PROXY",
    expected: "true, false, loopback, a number of proxies, or the comma-separated addresses and networks of proxies",
    summary: "Proxies whose `X-Forwarded-For` header is trusted, in the syntax of Express's `trust proxy`.",
    details: "`true` trusts this header from every client.",
    parse: parseTrustProxy,
    default: false,
  }),

  logLevel: defaulted<LogLevel>({
    variable: "LOG_LEVEL",
    expected: `one of ${logLevels.join(", ")}`,
    summary: "Lowest level of log records that are written.",
    parse: (text) => logLevels.find((level) => level === text),
    default: "info",
  }),

  drainSeconds: defaulted<number>({
    variable: "DRAIN_SECONDS",
    ...integer(0, 3_600),
    summary: "Maximum time in seconds for which running responses can continue after SIGTERM or SIGINT.",
    default: 30,
  }),

  drainDelaySeconds: defaulted<number>({
    variable: "DRAIN_DELAY_SECONDS",
    ...integer(0, 600),
    summary: "Time in seconds for which the server still accepts connections after SIGTERM or SIGINT.",
    details: "During this time, `/readyz` returns 503. `DRAIN_SECONDS` starts when this time is over.",
    default: 0,
  }),

  metrics: defaulted<boolean>({
    variable: "METRICS",
    expected: "on or off",
    summary: "If the value is `on`, the server serves `/metrics`.",
    parse: (text) =>
      new Map([
        ["on", true],
        ["off", false],
      ]).get(text),
    default: false,
  }),

  metricsAddress: optional<Address>({
    variable: "METRICS_ADDRESS",
    expected: "a host and a port, such as 127.0.0.1:9464",
    summary: "Separate address for `/metrics`.",
    details: "With this setting, `METRICS` is not needed. The server's main address then returns 404 for `/metrics`.",
    parse: parseAddress,
    unset: "none",
  }),
};
