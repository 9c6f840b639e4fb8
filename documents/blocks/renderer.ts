import type { Content } from 'pdfmake/interfaces.js';
import type { BlockKind, NodeOf, ResolvedNode } from '../../domain/forms/blocks/index.js';
import type { ResolvedRun } from '../../domain/forms/blocks/text.js';
import type { Surroundings } from './surroundings.js';

/** How one kind of block is shown, as HTML and in a PDF. Common looks, margins among them, are added by the callers. */
export interface BlockRenderer<Kind extends BlockKind> {
  /** `part` renders the parts within it. */
  html(node: NodeOf<Kind>, part: (node: ResolvedNode) => string): string;
  /** As pdfmake takes it. `tooHigh`: to be kept together, but higher than a page. */
  pdf(node: NodeOf<Kind>, place: PdfPlace, parts: PdfParts, tooHigh: boolean): object;
  /** How high it becomes at most, in points. */
  height(node: NodeOf<Kind>, around: Surroundings, part: HeightOf): number;
}

/** How high a part becomes at most, in points. */
export type HeightOf = (node: ResolvedNode, around: Surroundings) => number;

/** Where a part of a PDF is. */
export interface PdfPlace extends Surroundings {
  /** How high something may be at most to be kept on one page. */
  room: number;
  /** Known in headers and footers. */
  numbers?: { page: number; pages: number };
}

/** What a PDF's blocks are made of. */
export interface PdfParts {
  content(node: ResolvedNode, place: PdfPlace): Content;
  /** A piece of a text, split by the fonts that it needs. */
  run(run: ResolvedRun, place: PdfPlace): object[];
  height: HeightOf;
}
