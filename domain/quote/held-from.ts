import type { QuoteMessage } from '../rating/run/result.js';

/** Messages that hold from a day of a term, which their text says, too. */
export function heldFrom(from: string, messages: readonly QuoteMessage[]): QuoteMessage[] {
  return messages.map((message) => ({ ...message, from, message: `${dayOf(from)}${message.message}` }));
}

/** A message as it was before {@link heldFrom}. */
export function withoutDay({ from, ...message }: QuoteMessage): QuoteMessage {
  return from === undefined ? message : { ...message, message: message.message.slice(dayOf(from).length) };
}

const dayOf = (from: string) => `From ${from}: `;
