import type { ResolvedNode } from '../forms/blocks/index.js';
import { stack } from '../forms/nodes.js';

/** A numbered part of a manual. */
export interface Section {
  number: string;
  title: string;
  content: ResolvedNode[];
}

/** A chapter of a manual with its sections, which are numbered as they are added. */
export class Chapter {
  readonly sections: Section[] = [];

  constructor(
    readonly number: number,
    readonly title: string,
  ) {}

  /** Adds a section; its content is made with its number. */
  add(title: string, content: (number: string) => ResolvedNode[]): void {
    const number = `${this.number}.${this.sections.length + 1}`;
    const section = { number, title, content: [] as ResolvedNode[] };
    this.sections.push(section);
    section.content.push(...content(number));
  }
}

/** The pages of a chapter: it begins on a new one, and a heading stays with what follows it. */
export function chapterPages({ number, title, sections }: Chapter): ResolvedNode[] {
  const heading: ResolvedNode = {
    ...anchored(String(number), `${number}  ${title}`),
    style: 'chapter',
    pageBreak: 'before',
  };
  return [heading, ...sections.flatMap(sectionPages)];
}

/** The most rows of tables in a section that is kept on one page. */
const fewRows = 12;

function sectionPages({ number, title, content }: Section): ResolvedNode[] {
  const heading: ResolvedNode = { ...anchored(number, `${number}  ${title}`), style: 'section' };
  const rows = content.reduce((sum, node) => sum + (node.kind === 'table' ? node.rows.length : 0), 0);
  if (rows <= fewRows) return [stack([heading, ...content], { keepTogether: true })];
  const table = content.findIndex(({ kind }) => kind === 'table');
  const [lead, others] = [content.slice(0, table), content.slice(table)];
  return [{ ...stack([stack([heading, ...lead]), ...others]), startTogether: true } as ResolvedNode];
}

function anchored(anchor: string, content: string): ResolvedNode {
  return { kind: 'text', runs: [{ text: content }], anchor };
}

/** The contents of a manual: the number, title and page of each chapter and section. */
export function contentsRows(chapters: readonly Chapter[]): ResolvedNode[][] {
  return chapters.flatMap(({ number, title, sections }) => [
    contentsRow(String(number), title, true),
    ...sections.map((section) => contentsRow(section.number, section.title, false)),
  ]);
}

function contentsRow(number: string, title: string, bold: boolean): ResolvedNode[] {
  const cell = (content: string): ResolvedNode => ({
    kind: 'text',
    runs: [{ text: content }],
    linkTo: number,
    ...(bold && { bold: true, margin: [0, 5, 0, 0] }),
  });
  const page: ResolvedNode = {
    kind: 'text',
    runs: [],
    pageOf: number,
    alignment: 'right',
    ...(bold && { bold: true, margin: [0, 5, 0, 0] }),
  };
  return [cell(number), cell(title), page];
}
