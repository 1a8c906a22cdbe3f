import type { MessageId } from "../../foundation/kernel/ids.js";
import {
  defaulted,
  flag,
  idOf,
  label,
  optional,
  parsed,
  texts,
  wholeFrom,
} from "../../foundation/kernel/line-fields.js";
import type { Shaped } from "../../foundation/kernel/line-shape.js";
import { type DateOrder, dateOrders } from "../../foundation/kernel/written-time.js";
import {
  defaultConnection as usual,
  type ImportConnection,
  type IntervalScope,
  intervalScopes,
} from "./import-connection.js";

const maxDays = 36_525;
const maxHours = 720;

/** Fields of an `import_connection` line in a bundle. Absent fields default to the values of `defaultConnection`. */
export const importConnectionLine = {
  name: label,
  captures_appointments: defaulted(flag, usual.capturesAppointments),
  sends_invites: defaulted(flag, usual.sendsInvites),
  date_order: defaulted(
    parsed<DateOrder>(`one of ${dateOrders.join(", ")}`, (text) => dateOrders.find((one) => one === text)),
    usual.dateOrder,
  ),
  max_past_days: defaulted(wholeFrom(0, maxDays), usual.maxPastDays),
  max_future_days: defaulted(wholeFrom(0, maxDays), usual.maxFutureDays),
  invite_interval_days: defaulted(wholeFrom(0, maxDays), usual.inviteIntervalDays),
  invite_interval_scope: defaulted(
    parsed<IntervalScope>(`one of ${intervalScopes.join(", ")}`, (text) => intervalScopes.find((one) => one === text)),
    usual.inviteIntervalScope,
  ),
  send_after_hours: defaulted(wholeFrom(0, maxHours), usual.sendAfterHours),
  require_provider: defaulted(flag, usual.requireProvider),
  require_date_of_birth: defaulted(flag, usual.requireDateOfBirth),
  require_state: defaulted(flag, usual.requireState),
  require_state_for_invites: defaulted(flag, usual.requireStateForInvites),
  minimum_invite_age: optional(wholeFrom(0, 150)),
  monitoring_only: defaulted(flag, usual.monitoringOnly),
  silenced_location_refs: defaulted(texts, usual.silencedLocationRefs),
  silenced_provider_refs: defaulted(texts, usual.silencedProviderRefs),
  message_id: optional(idOf<MessageId>("message")),
};

export const importConnectionFromLine = (line: Shaped<typeof importConnectionLine>): ImportConnection => ({
  name: line.name,
  capturesAppointments: line.captures_appointments,
  sendsInvites: line.sends_invites,
  dateOrder: line.date_order,
  maxPastDays: line.max_past_days,
  maxFutureDays: line.max_future_days,
  inviteIntervalDays: line.invite_interval_days,
  inviteIntervalScope: line.invite_interval_scope,
  sendAfterHours: line.send_after_hours,
  requireProvider: line.require_provider,
  requireDateOfBirth: line.require_date_of_birth,
  requireState: line.require_state,
  requireStateForInvites: line.require_state_for_invites,
  minimumInviteAge: line.minimum_invite_age,
  monitoringOnly: line.monitoring_only,
  silencedLocationRefs: line.silenced_location_refs,
  silencedProviderRefs: line.silenced_provider_refs,
  messageId: line.message_id,
});
