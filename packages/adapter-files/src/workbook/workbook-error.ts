import { type DomainError, invalid } from "@repute/domain";

export const unreadableWorkbook = (reason: string): DomainError =>
  invalid("file_unreadable", `cannot read the workbook: ${reason}`);

export const damagedWorkbook = (): DomainError => unreadableWorkbook("it is damaged: open it, save it again and retry");
