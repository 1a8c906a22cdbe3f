import type { Secrets } from "../../foundation/kernel/secrets.js";
import { countOnly, storingStep } from "../../foundation/records/line-rules.js";
import type { LoadedType, Looking, Mention } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { recordWidgets, removeWidget } from "./configure-widget.js";
import { widgetFromLine, widgetLine } from "./widget-line.js";
import type { WidgetReader, WidgetStore } from "./widget-store.js";

type WidgetReads = { readonly widgets: WidgetReader };
type WidgetStores = { readonly widgets: WidgetStore };
type WidgetHost = { readonly secrets: Secrets };

/** Record type for embed widgets. An account has at most one widget. */
export const widgetType: LoadedType<WidgetReads, WidgetStores, WidgetHost, "widget"> = {
  kind: "widget",
  lines: {
    shape: widgetLine,
    keys: [],
    storing: storingStep({
      step: 30,
      reading: "first",
      shape: widgetLine,
      fromLine: widgetFromLine,
      record: (widgets, work: UnitOfWork<WidgetStores>, { secrets }: WidgetHost) =>
        recordWidgets(widgets, work, secrets),
    }),
    removing: {
      step: 21,
      remove: async (_, { stores, account }) => countOnly(await removeWidget(stores.widgets, account)),
    },
  },
  mentions: widgetMentions,
};

async function* widgetMentions({ lineOf, read }: Looking<WidgetReads>): AsyncGenerator<Mention> {
  if (lineOf("widget", "") !== undefined) return;
  const widget = await read(({ widgets }, account) => widgets.read(account));
  for (const id of widget?.platformIds ?? []) yield { kind: "platform", id, by: "the widget" };
}
