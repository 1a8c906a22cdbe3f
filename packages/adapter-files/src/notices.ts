/** Receives one-line warnings about a file. Warnings never repeat the content of the file. */
export type Notice = (text: string) => void;

export type FileOptions = { readonly onNotice?: Notice };

/** Returns a function that passes on each distinct warning once, even if the file is read several times. */
export function onceEach(onNotice: Notice | undefined): Notice {
  const reported = new Set<string>();
  return (text) => {
    if (reported.has(text)) return;
    reported.add(text);
    onNotice?.(text);
  };
}
