import { unavailable } from "@repute/domain";
import type { AppOptions } from "../options.js";
import { type Route, route } from "../route.js";
import { exactly } from "../schema.js";

const status = <const S extends string>(value: S) =>
  exactly({ status: { type: "string", enum: [value], description: `Always \`${value}\`.` } });

const readiness = exactly(
  {
    status: { type: "string", enum: ["ready"], description: "Always `ready`." },
    rendering: {
      description:
        "Progress of the rendering that follows an update of the service. Absent unless this process is rendering lists now.",
      ...exactly({
        done: { type: "integer", description: "Number of these accounts that are done.", examples: [3] },
        accounts: {
          type: "integer",
          description: "Number of accounts whose lists have to be rendered again.",
          examples: [12],
        },
      }),
    },
  },
  "rendering",
);

const healthz = route({
  method: "get",
  path: "/healthz",
  operation: "checkAlive",
  tag: "Health",
  summary: "Check liveness",
  description:
    "Checks that the process responds. Needs no credential. Does not check the database. If this check fails, restart the process.",
  access: "open",
  reply: status("alive"),
  handle: () => ({ status: "alive" as const }),
});

/** Returns the routes of health checks for supervisors and load balancers. */
export const healthRoutes = ({
  ready = () => true,
  rendering = () => undefined,
}: Pick<AppOptions, "ready" | "rendering">): readonly Route[] => [
  healthz,
  route({
    method: "get",
    path: "/readyz",
    operation: "checkReady",
    tag: "Health",
    summary: "Check readiness",
    description:
      "Checks whether the service can handle requests. Needs no credential. Returns 503 while the service starts or stops, or if the " +
      "database is unavailable. After an update that changes list items, the service renders its lists again. Until then, the response also contains the progress.",
    access: "open",
    refuses: ["not_ready"],
    reply: readiness,
    handle: async () => {
      if (!(await isReady(ready))) throw notReady();
      const progress = rendering();
      return { status: "ready" as const, ...(progress && { rendering: progress }) };
    },
  }),
];

const notReady = (cause?: unknown) =>
  unavailable("not_ready", "the service is starting or stopping, or its database is unavailable", cause);

const isReady = (ready: NonNullable<AppOptions["ready"]>): Promise<boolean> =>
  Promise.resolve()
    .then(ready)
    .catch((cause: unknown) => Promise.reject(notReady(cause)));
