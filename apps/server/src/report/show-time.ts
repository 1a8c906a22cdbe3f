const day: Intl.DateTimeFormatOptions = { year: "numeric", month: "short", day: "numeric" };

/**
 * Returns a function that formats dates (`2026-03-02`), and ISO 8601 times in a time zone.
 * The function leaves other strings unchanged.
 */
export function showTime(timeZone: string): (time: string) => string {
  const days = new Intl.DateTimeFormat("en-US", { ...day, timeZone: "UTC" });
  const moments = new Intl.DateTimeFormat("en-US", { ...day, hour: "numeric", minute: "2-digit", timeZone });
  return (time) => {
    const instant = Date.parse(time);
    if (Number.isNaN(instant)) return time;
    return (time.length === "2026-03-02".length ? days : moments).format(instant);
  };
}
