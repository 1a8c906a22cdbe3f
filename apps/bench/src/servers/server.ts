/** A server that is being measured. */
export type Server = {
  readonly port: number;
  readonly pid: number;
  readonly headers: Readonly<Record<string, string>>;
  close(): Promise<void>;
};
