/** Beyond these a text takes long to be read as Markdown, or cannot be; no letter comes near them. */
const mostMarks = 500;
const mostLines = 1_000;
const deepest = 20;

const escapes = /\\[!-/:-@[-`{-~]/g;
const marks = /[_*~[\]!`<>\\]/g;
const quoteOrItem = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))/y;

/** Why a text is not taken as Markdown; undefined: it is. Characters after a backslash are no marks. */
export function whyNotMarkdown(text: string): string | undefined {
  const lines = text.split(/\r\n?|\n/);
  if (lines.length > mostLines) return `must have at most ${mostLines} lines`;
  const found = text.replace(escapes, '').match(marks)?.length ?? 0;
  if (found > mostMarks) return `must have at most ${mostMarks} of the characters _ * ~ [ ] ! \` < > \\`;
  const isDeep = lines.some((line) => depthOf(line) > deepest);
  return isDeep ? `must nest quotes and lists at most ${deepest} deep` : undefined;
}

/** How deep a line lies in quotes and lists: by its marks, or by its indentation. */
function depthOf(line: string): number {
  let depth = 0;
  quoteOrItem.lastIndex = 0;
  for (let part = quoteOrItem.exec(line); part !== null; part = quoteOrItem.exec(line)) {
    depth += Math.max(1, Math.floor((part[0].length - 1) / 2));
    if (depth > deepest) break;
  }
  return depth;
}
