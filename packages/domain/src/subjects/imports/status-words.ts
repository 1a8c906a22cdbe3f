// cspell:disable: parts of words and abbreviations of scheduling systems
import type { Instant } from "../../foundation/kernel/times.js";
import type { Appointment, AppointmentStatus } from "../appointments/appointment.js";

/**
 * Meaning of a status word. `not_settled` means that the appointment may still be agreed or refused. `unknown` means
 * that the word has no known meaning. Neither leads to an invite.
 */
export type StatusMeaning = "takes_place" | AppointmentStatus;

/** Statuses of appointments that may take place. Their invites wait until a later file has a settled status. */
const openStatuses = ["not_settled", "unknown"] as const;
export type OpenStatus = (typeof openStatuses)[number];

/** Status for which the import stores an appointment, but withholds its invite. */
export type WithheldStatus = OpenStatus | "deceased";

export const isOpen = (status: StatusMeaning | null): status is OpenStatus =>
  openStatuses.some((open) => open === status);

/** True if the appointment does not take place. */
export const isWithdrawn = (meaning: StatusMeaning): meaning is Exclude<AppointmentStatus, OpenStatus> =>
  meaning !== "takes_place" && !isOpen(meaning);

/**
 * True if a row with this status does not change an appointment's status. An open status does not overrule a settled
 * one, and no status overrules a death.
 */
export const keepsStatus = (before: AppointmentStatus | null, status: AppointmentStatus): before is AppointmentStatus =>
  before !== null && (before === status || before === "deceased" || (isOpen(status) && !isOpen(before)));

/**
 * Returns the status of an appointment that a row captures. `before` is the stored appointment, if there is one. `status`
 * is `null` if the appointment takes place. Nothing restores the appointment of a patient who died.
 */
export function statusAfter(
  before: Pick<Appointment, "status" | "statusAt"> | undefined,
  status: WithheldStatus | null,
  statusAt: Instant,
): Pick<Appointment, "status" | "statusAt"> {
  const isKept = before?.status === "deceased" || (before && status !== null && keepsStatus(before.status, status));
  if (isKept) return { status: before.status, statusAt: before.statusAt };
  return { status, statusAt: status === null ? null : statusAt };
}

/** Meanings that a connection can give to a status word. */
export const mappedMeanings = [
  ...(["takes_place", "not_settled", "cancelled", "no_show", "rescheduled"] as const),
  ...(["deleted", "left", "deceased"] as const),
] satisfies readonly StatusMeaning[];
type MappedMeaning = (typeof mappedMeanings)[number];

/** Meanings of a connection's own status words. */
export type StatusMap = Readonly<Record<string, MappedMeaning>>;

/** Longest status whose words are read. A longer one can only be mapped as a whole. */
const maxStatusLength = 200;

const maxTextLength = 500;

/**
 * Creates a function that returns the meaning of a status. `own` has precedence over the built-in words. An empty status
 * means that the appointment takes place.
 *
 * A status can have several parts, separated by `|`: the parts of an HL7 field, for example. All parts count. The part
 * that speaks most clearly against a visit decides.
 */
export function statusMeanings(own: StatusMap): (text: string | undefined) => StatusMeaning {
  const mapped = new Map(Object.entries(own).map(([word, meaning]) => [normalizedStatus(word), meaning]));
  const known = new Map<string, StatusMeaning>();
  const meaningOf = (text: string) => mapped.get(normalizedStatus(text));

  function meaning(text: string): StatusMeaning {
    if (text.length > maxTextLength) return "unknown";
    const whole = meaningOf(text);
    if (whole) return whole;
    if (text.length > maxStatusLength || /[?\u061f\uff1f]$/.test(text.trim())) return "unknown";
    const parts = text.split("|").filter((part) => part.trim() !== "");
    const meanings: StatusMeaning[] = parts.flatMap((part) => meaningOf(part) ?? []);
    const others = parts.filter((part) => !meaningOf(part)).join(" ");
    // A code beside a part that has a meaning adds nothing.
    if (!wordsOf(others).every((word) => isCode(word) && word !== discontinued)) meanings.push(builtInMeaning(others));
    return byClearness.find((one) => meanings.includes(one)) ?? builtInMeaning(others);
  }

  return (text = "") => {
    if (text.trim() === "") return "takes_place";
    const before = known.get(text);
    if (before) return before;
    const found = meaning(text);
    if (known.size < maxKnown) known.set(text, found);
    return found;
  };
}

/** Maximum number of statuses whose meaning is kept in memory. */
const maxKnown = 1_000;

/** Meanings in the order in which they decide. */
const byClearness: readonly StatusMeaning[] = [
  ...(["deceased", "deleted", "left", "no_show", "cancelled", "rescheduled"] as const),
  ...(["not_settled", "unknown", "takes_place"] as const),
];

/**
 * Returns the meaning of a status such as `Canceled - Provider`.
 *
 * Words against a visit may have any qualifiers. For `takes_place`, every word must be known, so
 * `Completed - wrong patient` is unknown. Codes of one or two characters mean nothing.
 */
function builtInMeaning(text: string): StatusMeaning {
  const words = wordsOf(text);
  if (words.includes(discontinued)) return "cancelled";
  if (words.every(isCode)) return "unknown";
  if (isNegatedWithdrawal(words)) return "takes_place";
  const phrase = ` ${words.join(" ")} `;
  const named = beginnings.find(([, parts]) => parts.some((part) => phrase.includes(` ${part}`)));
  return named?.[0] ?? (isPositive(phrase) ? "takes_place" : "unknown");
}

/** The only code that is known: `DC`, for "discontinued" (HL7 table 0278). */
const discontinued = "dc";

/**
 * Beginnings of words, in the order in which they decide. A space at the end also ends the word.
 * `No show - called to reschedule` is therefore a no-show.
 */
const beginnings: readonly (readonly [StatusMeaning, readonly string[]])[] = [
  [
    "deceased",
    [
      "deceas",
      "died ",
      "dead ",
      "death ",
      "passed away ",
      "patient expired ",
      "pt expired ",
      "has expired ",
      "has passed ",
      "decd ",
    ],
  ],
  ["deleted", ["delet", "void", "entered in error ", "enteredinerror ", "erroneous"]],
  [
    "left",
    [
      ...["left without ", "left w ", "left wo ", "left before ", "left prior ", "left ama ", "left against "],
      ...["lwbs ", "lwobs ", "lwot ", "elope", "walked out ", "walkout "],
    ],
  ],
  [
    "no_show",
    [
      ...[
        "no show",
        "noshow",
        "missed ",
        "broken ",
        "dna ",
        "dnka ",
        "fta ",
        "ftka ",
        "no call ",
        "nonattend",
        "non attend",
      ],
      ...["absent ", ...negated(["attend", "keep ", "kept ", "show", "arriv", "come ", "came "])],
      ...negated(["appear", "seen ", "present "]),
    ],
  ],
  [
    "cancelled",
    [
      ...["cancel", "cancl", "canc ", "cncl", "cxl", "cnx", "discontinued ", "declined ", "refused ", "withdrawn "],
      ...["revoked ", "annul", "aborted ", "abandoned "],
    ],
  ],
  ["rescheduled", ["resched", "moved ", "rebook", "postpone", "bumped "]],
  [
    "not_settled",
    [
      ...["pend", "propos", "waitlist", "wait list", "waiting list ", "tentativ", "request", "hold ", "block"],
      ...["planned ", "unsched", "unconfirm", "not confirm", "not yet ", "recall ", "need", "to be ", "tbd ", "tbc "],
      ...["draft ", "provisional", "pt note ", "ptnote ", "awaiting ", "not sched", "held ", "standby ", "stand by "],
      ...["left message ", "left msg ", "left voicemail ", "left vm ", "deferred ", "suspended "],
    ],
  ],
];

/** Returns the beginnings of phrases such as `did not attend`, `failed to arrive` and `never showed`. */
function negated(verbs: readonly string[]): readonly string[] {
  return verbs.flatMap((verb) => ["not ", "never ", "failed to "].map((negation) => `${negation}${verb}`));
}

/** Words and phrases of appointments that take place. */
const positive: readonly string[] = [
  ...["arrived", "attended", "billed", "booked", "overbook", "overbooked", "checked in", "checked out", "checkedin"],
  ...["checkedout", "check in", "check out", "checkin", "checkout", "closed", "complete", "completed", "confirmed"],
  ...["fulfilled", "finished", "kept", "seen", "scheduled", "show", "showed", "started", "in room", "in exam room"],
  ...["in waiting room", "roomed", "ready", "done", "discharged", "in progress", "inprogress", "with provider"],
  ...["with doctor", "with nurse", "charge entered", "charges entered", "chart pulled", "ins fin issue"],
  ...["reminder sent", "signed in", "walk in", "walkin", "none", "finalized", "signed off", "departed", "seated"],
];

/** Words that do not change the meaning of a positive word. */
const neutral: ReadonlySet<string> = new Set([
  ...["a", "and", "appointment", "appt", "at", "auto", "by", "call", "charge", "charges", "chart", "coding"],
  ...[
    "confirmation",
    "day",
    "desk",
    "doctor",
    "early",
    "electronically",
    "email",
    "entered",
    "exam",
    "final",
    "for",
    "front",
    "in",
    "kiosk",
  ],
  ...["late", "nurse", "office", "on", "online", "out", "patient", "phone", "portal", "provider", "reminder", "room"],
  ...["sms", "text", "the", "time", "via", "visit", "web", "with"],
  ...["by", "to", "of", "pt", "dr", "md", "rn", "ma", "np", "pa", "am", "pm", "ok", "signed", "posted", "procedure"],
  ...[
    "treatment",
    "encounter",
    "session",
    "consult",
    "telehealth",
    "video",
    "virtual",
    "physician",
    "parent",
    "guardian",
  ],
  ...["mobile", "self", "clinic"],
]);

function isPositive(phrase: string): boolean {
  if (phrase !== " none " && doubtful.some((part) => phrase.includes(` ${part} `))) return false;
  const rest = positive.reduce((left, part) => left.replaceAll(` ${part} `, "  "), phrase);
  const isHarmless = (word: string) =>
    neutral.has(word) ||
    (isCode(word) &&
      (/[1-9]/.test(word) || (phrase.startsWith(` ${word} `) && !/^(?:n|ns|x|c|r|cx|rs|ca|lw)$/.test(word))));
  return rest.length < phrase.length && partsOf(rest).every(isHarmless);
}

/** Phrases that make a positive word doubtful. */
const doubtful: readonly string[] = [
  ...["office closed", "closed office", "provider out", "doctor out", "closed by patient", "none", "departed early"],
  ...["discharged by provider"],
];

/** True for words of one or two characters and words with digits, such as `x` and `24h`. A negation is not a code. */
const isCode = (word: string): boolean => word !== "no" && (word.length <= 2 || /\d/.test(word));

/** True for `not cancelled` and the like. With any further word, the row stays withdrawn. */
const isNegatedWithdrawal = ([negation, word = "", ...others]: readonly string[]): boolean =>
  (negation === "not" || negation === "never") && /^(?:cancel|delet|void)/.test(word) && others.length === 0;

/** Normalizes a status for comparison. */
export const normalizedStatus = (text: string): string => wordsOf(text).join(" ") || text.trim().toLowerCase();

/**
 * Splits a status into lowercase words without accents: `No-Show/Charged` becomes `no`, `show` and `charged`. Returns no
 * words if the status is too long, also after normalization, which turns some characters into 18.
 */
function wordsOf(text: string): readonly string[] {
  const plain = text.length > maxTextLength ? text : text.normalize("NFKD");
  if (plain.length > maxTextLength) return [];
  return partsOf(
    plain
      .replace(/[\p{M}'\u2019]/gu, "")
      .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
      .toLowerCase()
      .replace(/\bw\/o\b/g, "without")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .replace(/\b(did|was|has)nt\b/g, "$1 not")
      .replace(/(?<=^|\s)(un|non|de) (?=\p{L}{3})/gu, "$1")
      .replace(/(?<=^|\s)re (?=sched|book)/g, "re")
      .replace(/^ ?in (?=complete)/g, "in"),
  );
}

const partsOf = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");
