import { defaulted, integer, optional, wholeNumber } from "./setting.js";

const perMinute = {
  expected: "an integer from 0 to 1000000 (0 for no limit)",
  parse: wholeNumber(0, 1_000_000),
};

/** Settings that limit rates, sizes and durations. */
export const limitSettings = {
  requestsPerMinute: defaulted<number>({
    variable: "RATE_LIMIT_PER_MINUTE",
    ...perMinute,
    summary: "Maximum number of requests per minute for each credential, in each process.",
    default: 1_200,
  }),

  tokenRequestsPerMinute: defaulted<number>({
    variable: "TOKEN_RATE_LIMIT_PER_MINUTE",
    ...perMinute,
    summary: "Maximum number of access tokens per minute for each client, in each process.",
    details: "The same number limits the failed token requests per minute from each address.",
    default: 120,
  }),

  embedRequestsPerMinute: defaulted<number>({
    variable: "EMBED_RATE_LIMIT_PER_MINUTE",
    ...perMinute,
    summary: "Maximum number of `/embed` requests per minute from each address, in each process.",
    default: 600,
  }),

  invitationRequestsPerMinute: defaulted<number>({
    variable: "INVITATION_RATE_LIMIT_PER_MINUTE",
    ...perMinute,
    summary: "Maximum number of requests per minute for the invitation page from each address, in each process.",
    default: 60,
  }),

  maxConnections: defaulted<number>({
    variable: "MAX_CONNECTIONS",
    ...integer(10, 1_000_000),
    summary: "Maximum number of connections to each process.",
    details:
      "Requests that wait for changes can use three quarters of the connections. Each connection needs a file descriptor, so the process must be allowed to open more files than this.",
    default: 2_000,
  }),

  bulkSubmissions: defaulted<number>({
    variable: "BULK_SUBMISSIONS",
    ...integer(1, 10_000),
    summary: "Maximum number of submissions in a bulk upload.",
    details: "A body over 5 MB is always refused.",
    default: 1_000,
  }),

  bodyBytes: defaulted<number>({
    variable: "BODY_BYTES",
    ...integer(8_388_608, 4_294_967_296),
    summary: "Maximum size of all request bodies in memory, in bytes.",
    details: "One account can use at most half of this memory. Further bodies are refused with 503 `bodies_busy`.",
    default: 22_020_096,
  }),

  maxLists: defaulted<number>({
    variable: "MAX_LISTS",
    ...integer(1, 1_000),
    summary: "Maximum number of lists that each process sends at the same time.",
    details: "Further requests for lists wait for up to 5 seconds and then get 503 `too_many_lists`.",
    default: 32,
  }),

  maxListsPerAccount: optional<number>({
    variable: "MAX_LISTS_PER_ACCOUNT",
    ...integer(1, 1_000),
    summary:
      "Maximum number of lists that each process sends to one account at the same time, at most half of `MAX_LISTS`.",
    details:
      "In addition, an account can start another list only if it is reading fewer lists than the process can still start. Otherwise, the list waits. While a list waits, the server interrupts a list of the account that is reading the most lists. It chooses the list whose client has paused longest. If no client has paused, the server waits until 0.5 seconds have passed. It then interrupts the oldest list of an account that is reading at least two lists more than the waiting account. The client of an interrupted list sees a broken connection and can retry.",
    unset: "half of `MAX_LISTS`",
  }),

  listBytesPerSecond: defaulted<number>({
    variable: "LIST_BYTES_PER_SECOND",
    ...integer(1, 999_999_999),
    summary: "Minimum speed at which a client must read a response or send a request body, in bytes per second.",
    details: "The speed is averaged over 30 seconds. The server closes slower connections.",
    default: 8_192,
  }),

  listSeconds: defaulted<number>({
    variable: "LIST_SECONDS",
    ...integer(1, 86_400),
    summary: "Maximum duration of a list response in seconds.",
    default: 3_600,
  }),
};
