/** Maximum number of form parts without a name. The reader makes up a name for each of them. */
const maxParts = 20;
const maxHeaderBytes = 16_384;

/**
 * Adds a name to each form part without a name, because the parser would reject the part.
 * Adds a file name to each part whose type is not text, so that the parser treats the part as a file.
 */
export function withNames(form: Buffer, boundary: string): Buffer {
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  const pieces: Buffer[] = [];
  let done = 0;
  for (let parts = 0, at = form.indexOf(delimiter); at !== -1 && parts < maxParts; parts++) {
    const start = at + delimiter.length;
    const end = form.indexOf("\r\n\r\n", start);
    if (end !== -1 && end - start <= maxHeaderBytes) {
      pieces.push(form.subarray(done, start), Buffer.from(named(form.toString("latin1", start, end)), "latin1"));
      done = end;
    }
    at = form.indexOf(delimiter, start);
  }
  return Buffer.concat([...pieces, form.subarray(done)]);
}

function named(header: string): string {
  const isTyped = /^content-type:(?!\s*text\/)/im.test(header);
  return header.replace(/^content-disposition:.*$/im, (line) => withFileName(withName(line), isTyped));
}

const withName = (line: string): string => {
  const filled = line.replace(/;\s*name=(?:"")?\s*(?=;|$)/i, '; name="file"');
  return /;\s*name=/i.test(filled) ? filled : `${filled}; name="file"`;
};

const withFileName = (line: string, isTyped: boolean): string =>
  isTyped && !/;\s*filename\*?=/i.test(line) ? `${line}; filename="file"` : line;
