import type { ResolvedNode } from '../../domain/forms/blocks/index.js';
import type { Looks } from '../../domain/forms/blocks/looks.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { baseStyle } from '../../domain/forms/styles.js';
import { rendererOf } from '../blocks/index.js';
import { type Surroundings, stylesOf, within } from '../blocks/surroundings.js';

/** The surroundings of the top-level blocks of a document. */
export function surroundingsOn({ styles }: ResolvedDocument, width: number): Surroundings {
  return { width, styles, fontSize: baseStyle.fontSize, lineHeight: baseStyle.lineHeight };
}

/**
 * The greatest height that a part can have, in points. It decides whether the part can be kept on one page.
 * Only the layout gives the exact height, so the estimate errs on the high side.
 */
export function estimatedHeight(node: ResolvedNode, around: Surroundings): number {
  const margins = marginsOf(node, around);
  const inside = within(node, around);
  const width = Math.max(1, inside.width - margins.width);
  return margins.height + rendererOf(node.kind).height(node, { ...inside, width }, estimatedHeight);
}

function marginsOf(node: Looks, around: Surroundings): { width: number; height: number } {
  const margin = node.margin ?? stylesOf(node, around).margin ?? 0;
  if (typeof margin === 'number') return { width: 2 * margin, height: 2 * margin };
  const [left, top, right = left, bottom = top] = margin;
  return { width: left + right, height: top + bottom };
}
