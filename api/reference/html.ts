import { escaped } from '../../documents/blocks/markup.js';

/** A text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

export type Part = Html | string | number | undefined | false | readonly Part[];

/** A template of HTML. Its values are text, and escaped, unless they are HTML; absent ones are left out. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, at) => text + textOf(parts[at])).join(''));
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escaped(String(part));
}

/** Parts with a separator between them. */
export function joined(parts: readonly Part[], separator: string): Part[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));
}
