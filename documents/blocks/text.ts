import type { ResolvedRun } from '../../domain/forms/blocks/text.js';
import { attributes, escaped } from './markup.js';
import type { BlockRenderer } from './renderer.js';

/** As shares of the font size: the greatest average width of a letter, and the line height of Roboto. */
const letterWidth = 0.62;
const lineOfFont = 1.18;

export const text: BlockRenderer<'text'> = {
  html(node) {
    // An HTML page has no pages, so page numbers are left out.
    if (node.pageOf !== undefined || node.runs.some((run) => 'pageNumber' in run)) return '';
    const { anchor, linkTo } = node;
    const text = node.runs.map(htmlRun).join('');
    const id = anchor === undefined ? '' : ` id="${escaped(anchor)}"`;
    const linked = linkTo === undefined ? text : `<a href="#${escaped(linkTo)}">${text}</a>`;
    return `<p${id}${attributes(node)}>${linked}</p>`;
  },

  pdf({ runs, anchor, linkTo, pageOf }, place, parts) {
    if (pageOf !== undefined) return { pageReference: pageOf };
    return {
      text: parts.runs(runs, place),
      ...(anchor !== undefined && { id: anchor }),
      ...(linkTo !== undefined && { linkToDestination: linkTo }),
    };
  },

  height({ runs }, around) {
    const size = Math.max(around.fontSize, ...runs.map((run) => run.fontSize ?? 0));
    const text = runs.map((run) => ('text' in run ? run.text : '000')).join('');
    const lines = text
      .split('\n')
      .reduce((count, line) => count + Math.max(1, Math.ceil((widthOf(line) * size) / around.width)), 0);
    // The last word of a line may move to the next one.
    const wrapped = lines === 1 ? 1 : Math.ceil(lines * 1.1);
    return wrapped * size * lineOfFont * around.lineHeight;
  },
};

function htmlRun(run: ResolvedRun): string {
  if (!('text' in run)) return '';
  const looks = attributes(run);
  return looks === '' ? escaped(run.text) : `<span${looks}>${escaped(run.text)}</span>`;
}

/** In font sizes; a Chinese character is as wide as it is high. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) < 0x2e80 ? letterWidth : 1;
  return width;
}
