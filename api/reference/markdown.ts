import { Marked, type Tokens } from 'marked';
import { escaped } from '../../documents/blocks/markup.js';
import { Html } from './html.js';

export interface Heading {
  depth: number;
  text: string;
  anchor: string;
}

/** A text of the contract as HTML. It is ours, so its HTML is text. */
export function inlineMarkdown(text: string): Html {
  return new Html(String(ofContract.parseInline(text)));
}

/** The same with paragraphs and lists. */
export function markdown(text: string): Html {
  return new Html(String(ofContract.parse(text)));
}

const withoutHtml = { html: ({ text }: { text: string }) => (text.startsWith('<!--') ? '' : escaped(text)) };
const ofContract = new Marked({ renderer: withoutHtml });

/**
 * A page of documentation as HTML, with its headings. Anchors are those that GitHub gives. `linkTo` answers where a
 * link leads on this site; undefined for a file that it does not have.
 */
export function documentOf(
  text: string,
  linkTo: (href: string) => string | undefined,
): { body: Html; headings: Heading[] } {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  const anchorOf = (plain: string) => {
    const anchor = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const times = taken.get(anchor) ?? 0;
    taken.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  };
  const pages = new Marked({
    renderer: {
      ...withoutHtml,
      heading({ depth, tokens }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        const anchor = anchorOf(plain);
        headings.push({ depth, text: plain, anchor });
        // A code is an anchor as it is written, too: the `type` of a problem leads there.
        const heading = /^[A-Z][A-Z0-9_]+$/.test(plain) ? `<span id="${plain}">${inner}</span>` : inner;
        return `<h${depth} id="${escaped(anchor)}">${heading}</h${depth}>\n`;
      },
      code({ text: code, lang = '' }: Tokens.Code) {
        return `<pre tabindex="0" data-language="${escaped(lang)}"><code>${escaped(code)}</code></pre>\n`;
      },
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: 'th' | 'td') =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const isNamed = token.header.some((cell) => cell.text !== '');
        const head = isNamed ? `<thead><tr>${cells(token.header, 'td')}</tr></thead>` : '';
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const target = linkTo(href);
        return target === undefined ? inner : `<a href="${escaped(target)}">${inner}</a>`;
      },
      image({ href, text: alternative }: Tokens.Image) {
        const target = linkTo(href);
        return target === undefined ? '' : `<img src="${escaped(target)}" alt="${escaped(alternative)}">`;
      },
    },
  });
  const body = new Html(String(pages.parse(text)));
  return { body, headings };
}
