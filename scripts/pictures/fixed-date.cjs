// Preloaded into a program so that its clock starts at the same time in every run and screenshots show the same dates.
const start = Date.parse("2026-06-16T18:00:00Z") - Date.now();
const Now = Date.now;

globalThis.Date = class extends Date {
  constructor(...parts) {
    if (parts.length === 0) super(Now() + start);
    else super(...parts);
  }
  static now = () => Now() + start;
};
