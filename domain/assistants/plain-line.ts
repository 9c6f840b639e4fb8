/** Controls, and what turns, hides or joins text: direction marks, zero-width characters, tags. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A text from outside as one line that people read: without characters that nobody sees, cut at so many. */
export function plainLine(text: string, longest: number): string {
  const line = text.replace(unseen, ' ').replace(/\s+/gu, ' ').trim();
  return [...line].slice(0, longest).join('').trim();
}
