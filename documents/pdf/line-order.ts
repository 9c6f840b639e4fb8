import { createRequire } from 'node:module';

/** A word of a line, as pdfmake measured it. */
interface Inline {
  text: string;
  x: number;
  width: number;
  leadingCut: number;
  trailingCut: number;
  level?: number;
}

interface Line {
  inlines: Inline[];
  inlineWidths: number;
  leadingCut: number;
  trailingCut: number;
}

/** Puts the words of a line, which are in the order of reading, where they are seen. */
function place(line: Line): void {
  const [first, last] = [line.inlines[0], line.inlines.at(-1)];
  if (!first || !last) return;
  // Spaces at the ends of a line take no room, wherever its first and last words end up.
  last.text = last.text.trimEnd();
  last.width -= last.trailingCut;
  first.text = first.text.trimStart();
  first.width -= first.leadingCut;
  line.inlineWidths -= first.leadingCut + last.trailingCut;
  for (const cut of [first, last, line]) Object.assign(cut, { leadingCut: 0, trailingCut: 0 });

  line.inlines = inVisualOrder(line.inlines);
  let x = 0;
  for (const inline of line.inlines) {
    inline.x = x;
    x += inline.width;
  }
}

/** From the highest level down, each sequence of words at that level or above is turned around (UAX 9, L2). */
function inVisualOrder(inlines: readonly Inline[]): Inline[] {
  let words = [...inlines];
  const levels = words.map(({ level = 0 }) => level);
  for (let level = Math.max(...levels); level > 0; level -= 1) {
    const turned: Inline[] = [];
    for (let start = 0; start < words.length; ) {
      const isTurned = (at: number) => (words[at]?.level ?? 0) >= level;
      let end = start + 1;
      while (isTurned(start) && end < words.length && isTurned(end)) end += 1;
      const sequence = words.slice(start, end);
      turned.push(...(isTurned(start) ? sequence.reverse() : sequence));
      start = end;
    }
    words = turned;
  }
  return words;
}

interface ElementWriter {
  prototype: { alignLine(line: Line): void };
}

// pdfmake knows one direction. A line is complete when it is aligned.
const { prototype } = (
  createRequire(import.meta.url)('pdfmake/js/ElementWriter.js') as { default: ElementWriter }
).default;
const { alignLine } = prototype;
prototype.alignLine = function (line) {
  const { inlines } = line;
  if (inlines.some(({ level = 0 }) => level > 0)) place(line);
  alignLine.call(this, line);
  // They are written in the order of reading, in which programs read them.
  line.inlines = inlines;
};
