// Globals that all JavaScript hosts provide but the compiler's standard library does not declare.

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(encoding: "utf-8", options: { fatal: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}

declare function btoa(latin1: string): string;
declare function atob(base64: string): string;

declare const URL: {
  new (text: string): { readonly origin: string; readonly href: string };
  canParse(text: string): boolean;
};
