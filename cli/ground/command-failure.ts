/** A failure of a command with a message for its user; no stack is shown. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}
