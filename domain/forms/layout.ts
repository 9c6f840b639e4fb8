import { z } from 'zod';
import { attributes } from './blocks/block.js';
import { blockNames, blocks, type LayoutNode } from './blocks/index.js';
import { layoutStyle, points } from './blocks/looks.js';

/**
 * The layout of a document in a product file: pages of texts, columns, tables and pictures with bound values.
 * `docs/guides/authoring-a-product.md` explains it with examples; `compile-layout.ts` compiles it.
 */

/** A part of a layout; a plain text is short for `{text: …}`. */
const layoutNode: z.ZodType<LayoutNode> = z.lazy(() =>
  z
    .preprocess(
      (given) => (typeof given === 'string' || typeof given === 'number' ? { text: String(given) } : given),
      written().superRefine((node, context) => {
        const given = blockNames.filter((name) => node[name] !== undefined);
        if (given.length !== 1) {
          const found = given.length === 0 ? 'none' : given.join(' and ');
          context.addIssue({
            code: 'custom',
            message: `must have exactly one of ${blockNames.join(', ')}; found ${found}`,
          });
        }
        const message = blocks.repeat.problem(node);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }),
    )
    .meta({ short: { type: ['string', 'number'] } }),
);

/** The schema of one part: its attributes, and the fields of every block kind. */
function written(): z.ZodType<LayoutNode> {
  const fields = Object.values(blocks).map(({ contract }) => contract(layoutNode));
  return z.strictObject({ ...attributes, ...(Object.assign({}, ...fields) as z.ZodRawShape) });
}

/** The pages of a document. */
export const layout = z.strictObject({
  pageSize: z.enum(['LETTER', 'LEGAL', 'A4']).default('LETTER').describe('The size of pages.'),
  orientation: z.enum(['portrait', 'landscape']).default('portrait').describe('Upright or wide pages.'),
  margins: z
    .tuple([points, points, points, points])
    .default([54, 72, 54, 64])
    .describe('Left, top, right, bottom, in points.'),
  styles: z
    .record(z.string(), layoutStyle)
    .default({})
    .describe('Looks by name; those of the house can be overridden.'),
  header: layoutNode
    .optional()
    .describe('In the upper margin of each page; `{{page}}` and `{{pages}}` are the page numbers.'),
  headerFromPage: z
    .number()
    .int()
    .min(1)
    .max(99)
    .default(1)
    .describe(
      'Omits the header on earlier pages, for example if the content of the first page has its own head.',
    ),
  footer: layoutNode.optional().describe('In the lower margin of each page.'),
  content: z.array(layoutNode).min(1).describe('The parts of the document, below each other.'),
});

export type Layout = z.infer<typeof layout>;
