/** Codes of the protocol: those of JSON-RPC, and its own. */
export const protocolCodes = {
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internalError: -32_603,
  resourceNotFound: -32_002,
} as const;

/** An answer of the protocol other than success, with its message as it is: the SDK's own error puts the code before it. */
export class ProtocolError extends Error {
  readonly code: number;

  constructor(
    code: keyof typeof protocolCodes,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    this.code = protocolCodes[code];
  }
}
