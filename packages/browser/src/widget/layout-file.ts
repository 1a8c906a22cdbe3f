/** File of the widget with the layouts other than the grid. The first file loads it for elements with such a layout. */
export { layoutOf, layoutStyle } from "./layouts.js";

/** Makes the buttons of a carousel scroll it by one card. Keys scroll it too, because it can have the focus. */
export function moveOnClick(section: ParentNode): void {
  const row = section.querySelector<HTMLElement>(".row");
  if (!row) return;
  const buttons = [...section.querySelectorAll<HTMLButtonElement>("button[data-move]")];
  const step = () => (row.firstElementChild?.clientWidth || row.clientWidth) + 16;
  const isRightToLeft = () => getComputedStyle(row).direction === "rtl";
  const update = () => {
    const end = row.scrollWidth - row.clientWidth - 2;
    const at = Math.abs(row.scrollLeft);
    for (const button of buttons) {
      const isOver = button.dataset["move"] === "1" ? at >= end : at <= 2;
      button.setAttribute("aria-disabled", String(isOver));
    }
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      row.scrollBy({ left: step() * Number(button.dataset["move"]) * (isRightToLeft() ? -1 : 1) });
    });
  }
  row.addEventListener("scroll", update, { passive: true });
  new ResizeObserver(update).observe(row);
}
