const day: Intl.DateTimeFormatOptions = { year: "numeric", month: "short", day: "numeric" };

/** Shows days (`2026-03-02`) and moments (ISO 8601), these on the clocks of a zone; any other text as it is. */
export function showTime(timeZone: string): (time: string) => string {
  const days = new Intl.DateTimeFormat("en-US", { ...day, timeZone: "UTC" });
  const moments = new Intl.DateTimeFormat("en-US", { ...day, hour: "numeric", minute: "2-digit", timeZone });
  return (time) => {
    const instant = Date.parse(time);
    if (Number.isNaN(instant)) return time;
    return (time.length === "2026-03-02".length ? days : moments).format(instant);
  };
}
