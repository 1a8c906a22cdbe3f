/** Receives one-line warnings about a file. They never repeat the file's content. */
export type Notice = (text: string) => void;

export type FileOptions = { readonly onNotice?: Notice };

/** Passes on each distinct warning once, even if the file is read several times. */
export function onceEach(onNotice: Notice | undefined): Notice {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    onNotice?.(text);
  };
}
