/** A failure of a command with a message for its user; no stack is shown. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
