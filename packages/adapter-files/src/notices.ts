/** Receives remarks about a file. Each is one line and repeats nothing that stands in the file. */
export type Notice = (text: string) => void;

export type FileOptions = { readonly onNotice?: Notice };

/** Passes each remark on once, although a file is read several times. */
export function onceEach(onNotice: Notice | undefined): Notice {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    onNotice?.(text);
  };
}
