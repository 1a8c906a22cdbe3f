import type { Domain, RenderProgress } from "@repute/domain";
import type { Logs } from "./logs.js";
import { type Recurring, recurring } from "./recurring.js";

const hourly = { pattern: "15 * * * *", timeZone: "UTC" };

/**
 * Renders outdated lists again after an update, when the server starts and every hour.
 * Requests are served meanwhile.
 * The domain decides which of several processes renders the lists.
 */
export const rendering = (
  { feed }: Pick<Domain, "feed">,
  logs: Pick<Logs, "info" | "report">,
  onProgress: (progress: RenderProgress | undefined) => void,
): Recurring =>
  recurring(hourly, logs, async (isStopping) => {
    try {
      await feed.renderOutdated({
        isStopping,
        onProgress(progress) {
          onProgress(progress);
          logs.info(progressLine(progress));
        },
      });
    } finally {
      onProgress(undefined);
    }
  });

const progressLine = ({ done, accounts }: RenderProgress): string =>
  done === 0
    ? `This version renders list items differently. Rendering the lists of ${accounts} accounts again`
    : `Lists rendered again: ${done} of ${accounts} accounts`;
