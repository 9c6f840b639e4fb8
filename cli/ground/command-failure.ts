/** A command cannot do what it was asked; the message says why in words for its user, and no stack is shown. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}
