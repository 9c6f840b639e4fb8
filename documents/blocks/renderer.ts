import type { Content } from 'pdfmake/interfaces.js';
import type { BlockKind, NodeOf, ResolvedNode } from '../../domain/forms/blocks/index.js';
import type { ResolvedRun } from '../../domain/forms/blocks/text.js';
import type { Surroundings } from './surroundings.js';

/** How one kind of block is rendered as HTML and in a PDF. The callers add common looks, such as margins. */
export interface BlockRenderer<Kind extends BlockKind> {
  /** `part` renders the contained blocks. */
  html(node: NodeOf<Kind>, part: (node: ResolvedNode) => string): string;
  /** The definition for pdfmake. `tooHigh`: the block is to be kept together but is higher than a page. */
  pdf(node: NodeOf<Kind>, place: PdfPlace, parts: PdfParts, tooHigh: boolean): object;
  /** The greatest height that the block can have, in points. */
  height(node: NodeOf<Kind>, around: Surroundings, part: HeightOf): number;
}

/** The greatest height that a part can have, in points. */
export type HeightOf = (node: ResolvedNode, around: Surroundings) => number;

/** The position of a part in a PDF. */
export interface PdfPlace extends Surroundings {
  /** The greatest height of a block that is kept on one page. */
  room: number;
  /** Known only in headers and footers. */
  numbers?: { page: number; pages: number };
}

/** Functions that build the parts of a PDF's blocks. */
export interface PdfParts {
  content(node: ResolvedNode, place: PdfPlace): Content;
  /** The text of a paragraph, split by the fonts and directions that it needs. */
  runs(runs: readonly ResolvedRun[], place: PdfPlace): object[];
  height: HeightOf;
}
