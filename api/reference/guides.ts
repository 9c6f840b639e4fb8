import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Html, html } from './html.js';
import { documentOf } from './markdown.js';

export interface Guide {
  title: string;
  navigation: Html;
  body: Html;
}

/** The guides of a folder of Markdown: each file is a page of the site, named as the file is. */
export class Guides {
  readonly names: ReadonlySet<string>;

  constructor(
    private readonly folder: string,
    /** The path of the site, such as `/docs`. */
    private readonly base: string,
  ) {
    const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
    this.names = new Set(files.map((file) => file.slice(0, -'.md'.length)));
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

  /** A page that lists all guides. */
  list(): Html {
    const items = [...this.names]
      .map((name) => ({ name, title: /^# (.+)$/m.exec(this.text(name))?.[1] ?? name }))
      .sort((a, b) => a.title.localeCompare(b.title));
    return html`<h1>Guides</h1><ul>${items.map(
      ({ name, title }) => html`<li><a href="${this.base}/${name}">${title}</a></li>`,
    )}</ul>`;
  }

  /** Other guides are pages here. Files that the site does not have are not linked. */
  private linkTo(href: string): string | undefined {
    if (/^(https?:|#)/.test(href)) return href;
    const [file = '', anchor] = href.split('#');
    if (/^images\/[\w-]+\.(png|svg)$/.test(file)) return `${this.base}/${file}`;
    const name = file.endsWith('.md') ? file.slice(0, -'.md'.length) : undefined;
    if (name === undefined || !this.names.has(name)) return undefined;
    return `${this.base}/${name}${anchor === undefined ? '' : `#${anchor}`}`;
  }

  private text(name: string): string {
    if (!this.names.has(name)) throw new Error(`${this.folder} has no ${name}.md.`);
    return readFileSync(path.join(this.folder, `${name}.md`), 'utf8');
  }
}
