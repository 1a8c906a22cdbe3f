/** Origin of a request, as the audit trail records it. */
export type RequestOrigin = {
  readonly requestId: string;
  /** Address of the client, or of the network behind a trusted proxy. */
  readonly address?: string;
  /** User agent as plain text, at most 200 characters. */
  readonly userAgent?: string;
};
