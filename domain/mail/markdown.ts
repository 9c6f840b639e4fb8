import { Marked, type RendererObject, type Tokens } from 'marked';

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => named[character] ?? '');

/** Links of a mail lead to the web or to a mail address, and nowhere else. */
const isLink = (href: string): boolean => /^(https?:\/\/|mailto:)/i.test(href);

/** Mails have no HTML of their own and no pictures, which would tell their sender who reads them. */
const html = new Marked({
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return isLink(href) ? `<a href="${escaped(href)}">${text}</a>` : text;
    },
  },
});

const plainRenderer: RendererObject = {
  html: ({ text }) => text,
  image: ({ text }) => text,
  // Of an item of a list it has tokens of its own.
  text(token) {
    return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : token.text;
  },
  codespan: ({ text }) => text,
  code: ({ text }) => `${text}\n\n`,
  br: () => '\n',
  hr: () => '---\n\n',
  strong: inner,
  em: inner,
  del: inner,
  heading(token) {
    return `${this.parser.parseInline(token.tokens)}\n\n`;
  },
  paragraph(token) {
    return `${this.parser.parseInline(token.tokens)}\n\n`;
  },
  blockquote(token) {
    return this.parser.parse(token.tokens);
  },
  list(token) {
    const first = token.start === '' ? 1 : token.start;
    const items = token.items.map((item, index) => {
      const mark = token.ordered ? `${first + index}.` : '-';
      return `${mark} ${this.parser.parse(item.tokens).trim()}\n`;
    });
    return `${items.join('')}\n`;
  },
  table(token) {
    const row = (cells: Tokens.TableCell[]) =>
      cells.map((cell) => this.parser.parseInline(cell.tokens)).join(' | ');
    return `${[token.header, ...token.rows].map(row).join('\n')}\n\n`;
  },
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens);
    return text === href || !isLink(href) ? text : `${text}: ${href}`;
  },
};
const plain = new Marked({ renderer: plainRenderer });

function inner(
  this: { parser: { parseInline(tokens: Tokens.Strong['tokens']): string } },
  { tokens }: { tokens: Tokens.Strong['tokens'] },
): string {
  return this.parser.parseInline(tokens);
}

const pageOf = (markdown: string, language: string, attributes = ''): string =>
  `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"></head><body${attributes}>
${String(html.parse(markdown))}</body></html>
`;

/** The HTML part of a mail, a whole page. */
export const htmlOfMail = (markdown: string, language: string): string =>
  pageOf(
    markdown,
    language,
    ' style="font: 16px/1.5 sans-serif; max-width: 40em; margin: 1em auto; padding: 0 1em"',
  );

/** The same without a style, which pages that show it forbid (`Content-Security-Policy`). */
export const shownHtmlOfMail = (markdown: string, language: string): string => pageOf(markdown, language);

/** The text part of a mail: without marks, and with the addresses of its links. */
export const plainTextOfMail = (markdown: string): string => `${String(plain.parse(markdown)).trim()}\n`;

/** A value as it is, wherever it stands in a text of Markdown. */
export const markdownOf = (value: string): string =>
  value.replace(/[\\`*_{}[\]()#+\-.!|<>~&:/@]/g, '\\$&').replace(/\s+/g, ' ');
