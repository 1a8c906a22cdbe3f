/** Makes the buttons of truncated comments expand their comments. */
export function expandOnClick(section: ParentNode): void {
  for (const button of section.querySelectorAll<HTMLButtonElement>("button[data-less]")) {
    const label = button.getAttribute("aria-label") ?? "";
    const [more, less] = [button.textContent ?? "", button.dataset["less"] ?? ""];
    button.addEventListener("click", () => {
      const isWhole = button.getAttribute("aria-expanded") === "false";
      button.previousElementSibling?.classList.toggle("cut", !isWhole);
      button.textContent = isWhole ? less : more;
      button.setAttribute("aria-expanded", String(isWhole));
      button.setAttribute("aria-label", isWhole ? less + label.slice(more.length) : label);
    });
  }
}
