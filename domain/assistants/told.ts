import type { JsonObject } from '../ground/json.js';

/** What a tool answers. */
export interface Told {
  /** Markdown. */
  text: string;
  /** What it says more of. */
  links?: readonly Link[];
  /** For programs. */
  structured?: JsonObject;
}

export interface Link {
  uri: string;
  name: string;
}

/** Characters of an answer: 2,000 tokens at most, as answers with ids have 2.5 a token. */
export const longestAnswer = 5_000;

/** A text that is not longer than an answer may be: cut at the end of a line, with a sentence that says so. */
export function cut(text: string, longest = longestAnswer): string {
  if (text.length <= longest) return text;
  const says = (left: number) =>
    `\n\n(${left} more lines are left out: ask for less at once, or read a link.)`;
  const kept = text.slice(0, longest - says(text.length).length);
  const whole = kept.slice(0, Math.max(kept.lastIndexOf('\n'), 0)) || kept;
  return `${whole}${says(text.slice(whole.length).trim().split('\n').length)}`;
}
