import { unavailable } from "@repute/domain";
import type { AppOptions } from "../options.js";
import type { Route } from "../route.js";
import { route } from "../route.js";
import { exactly } from "../schema.js";

const status = <const S extends string>(value: S) =>
  exactly({ status: { type: "string", enum: [value], description: "Always this" } });

const healthz = route({
  method: "get",
  path: "/healthz",
  operation: "checkAlive",
  tag: "Health",
  summary: "Whether the process is alive",
  access: "open",
  reply: status("alive"),
  handle: () => ({ status: "alive" as const }),
});

/** What tells a supervisor and a load balancer how the process is doing. */
export const healthRoutes = ({ ready = () => true }: Pick<AppOptions, "ready">): readonly Route[] => [
  healthz,
  route({
    method: "get",
    path: "/readyz",
    operation: "checkReady",
    tag: "Health",
    summary: "Whether requests can be served now",
    access: "open",
    refuses: ["not_ready"],
    reply: status("ready"),
    handle: async () => {
      if (await isReady(ready)) return { status: "ready" as const };
      throw notReady();
    },
  }),
];

const notReady = (cause?: unknown) =>
  unavailable("not_ready", "the service is starting, stopping or without its database", cause);

const isReady = (ready: NonNullable<AppOptions["ready"]>): Promise<boolean> =>
  Promise.resolve()
    .then(ready)
    .catch((cause: unknown) => Promise.reject(notReady(cause)));
