import { z } from 'zod';

export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #1F3A5F');
export const points = z.number().min(-2000).max(2000);
const margin = z.union([points, z.tuple([points, points]), z.tuple([points, points, points, points])]);

/** The looks of letters. */
export const letterLooks = {
  fontSize: z.number().min(4).max(96).optional().describe('In points.'),
  bold: z.boolean().optional().describe('In bold letters.'),
  italics: z.boolean().optional().describe('In italics.'),
  color: color.optional().describe('The color of letters.'),
  background: color.optional().describe('The color behind them.'),
  decoration: z.enum(['underline', 'lineThrough']).optional().describe('A line under or through them.'),
  characterSpacing: z.number().min(0).max(20).optional().describe('Space between letters, in points.'),
};

/** The looks of texts; a layout names styles and refers to them by name. */
export const layoutStyle = z.strictObject({
  ...letterLooks,
  alignment: z.enum(['left', 'right', 'center', 'justify']).optional().describe('Where lines are aligned.'),
  lineHeight: z.number().min(0.5).max(4).optional().describe('In font sizes.'),
  margin: margin
    .optional()
    .describe('In points: on all sides; left and right, top and bottom; or left, top, right, bottom.'),
});

export const width = z.union([z.number().min(1).max(2000), z.literal('*'), z.literal('auto')]);

/** Looks of a part of a layout that a style cannot have. */
export const placement = {
  style: z
    .union([z.string(), z.array(z.string()).max(10)])
    .optional()
    .describe('Styles by name; later ones take precedence.'),
  pageBreak: z.enum(['before', 'after']).optional().describe('A new page before or after it.'),
  keepTogether: z.boolean().optional().describe('No page break inside it, if it fits on a page.'),
  width: width.optional().describe('In columns: points, `*` for a share of what is left, `auto`.'),
  colSpan: z.number().int().min(1).max(30).optional().describe('In a table: how many columns it spans.'),
};

const looks = layoutStyle.extend(placement);

/** The names of all looks. */
export const lookNames = looks.keyof().options;

export type LayoutStyle = z.infer<typeof layoutStyle>;
export type Width = z.infer<typeof width>;
/** The looks of a part: styles by name, and its own settings. */
export type Looks = z.infer<typeof looks>;
