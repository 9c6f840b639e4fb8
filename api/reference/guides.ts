import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Html, html } from './html.js';
import { documentOf } from './markdown.js';

export interface Guide {
  title: string;
  navigation: Html;
  body: Html;
}

/** The folders of pages, in the order in which they are listed, with their titles. */
const shelves = {
  guides: 'Guides',
  reference: 'Reference',
  operations: 'Operations',
  design: 'Design',
} as const;

/** The pages of a folder of Markdown: each file in it is a page of the site, named as the file is, whatever its shelf. */
export class Guides {
  readonly names: ReadonlySet<string>;
  readonly #files: ReadonlyMap<string, string>;

  constructor(
    private readonly folder: string,
    /** The path of the site, such as `/docs`. */
    private readonly base: string,
  ) {
    this.#files = new Map(Object.keys(shelves).flatMap((shelf) => this.#pagesOf(shelf)));
    this.names = new Set(this.#files.keys());
  }

  /** A guide; throws for a name that is none of `names`. */
  page(name: string): Guide {
    const { body, headings } = documentOf(this.text(name), (href) => this.linkTo(href));
    const most = headings.length > 120 ? 2 : 3;
    const listed = headings.filter(({ depth }) => depth > 1 && depth <= most);
    const navigation = html`<nav aria-label="Contents"><ul>${listed.map(
      ({ depth, text, anchor }) => html`<li class="depth-${depth}"><a href="#${anchor}">${text}</a></li>`,
    )}</ul></nav>`;
    return { title: headings[0]?.text ?? name, navigation, body };
  }

  /** A page that lists all pages, by shelf. */
  list(): Html {
    const lists = Object.entries(shelves).map(([shelf, title]) => {
      const items = this.#pagesOf(shelf)
        .map(([name]) => ({ name, title: /^# (.+)$/m.exec(this.text(name))?.[1] ?? name }))
        .sort((a, b) => a.title.localeCompare(b.title));
      const links = items.map((item) => html`<li><a href="${this.base}/${item.name}">${item.title}</a></li>`);
      return html`<h2>${title}</h2><ul>${links}</ul>`;
    });
    return html`<h1>Documentation</h1>${lists}`;
  }

  #pagesOf(shelf: string): [name: string, file: string][] {
    const files = readdirSync(path.join(this.folder, shelf)).filter((file) => file.endsWith('.md'));
    return files.map((file) => [file.slice(0, -'.md'.length), path.join(this.folder, shelf, file)]);
  }

  /** Other guides are pages here. Files that the site does not have are not linked. */
  private linkTo(href: string): string | undefined {
    if (/^(https?:|#)/.test(href)) return href;
    const [file = '', anchor] = href.split('#');
    const [image] = /\bimages\/[\w-]+\.(png|svg)$/.exec(file) ?? [];
    if (image !== undefined) return `${this.base}/${image}`;
    const name = file.endsWith('.md') ? path.basename(file, '.md') : undefined;
    if (name === undefined || !this.names.has(name)) return undefined;
    return `${this.base}/${name}${anchor === undefined ? '' : `#${anchor}`}`;
  }

  private text(name: string): string {
    const file = this.#files.get(name);
    if (file === undefined) throw new Error(`${this.folder} has no ${name}.md.`);
    return readFileSync(file, 'utf8');
  }
}
