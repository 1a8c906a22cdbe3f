/** What is asked for, and where. */
export type Endpoint = {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

export const host = "127.0.0.1";
