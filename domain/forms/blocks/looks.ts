import { z } from 'zod';

export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #1F3A5F');
export const points = z.number().min(-2000).max(2000);
const margin = z.union([points, z.tuple([points, points]), z.tuple([points, points, points, points])]);

/** The looks of letters. */
export const letterLooks = {
  fontSize: z.number().min(4).max(96).optional(),
  bold: z.boolean().optional(),
  italics: z.boolean().optional(),
  color: color.optional(),
  background: color.optional(),
  decoration: z.enum(['underline', 'lineThrough']).optional(),
  characterSpacing: z.number().min(0).max(20).optional(),
};

/** The looks of texts; a layout names styles and refers to them by name. */
export const layoutStyle = z.strictObject({
  ...letterLooks,
  alignment: z.enum(['left', 'right', 'center', 'justify']).optional(),
  lineHeight: z.number().min(0.5).max(4).optional(),
  /** In points: on all sides; left and right, top and bottom; or left, top, right, bottom. */
  margin: margin.optional(),
});

export const width = z.union([z.number().min(1).max(2000), z.literal('*'), z.literal('auto')]);

/** Looks of a part of a layout that a style cannot have. */
export const placement = {
  style: z.union([z.string(), z.array(z.string()).max(10)]).optional(),
  pageBreak: z.enum(['before', 'after']).optional(),
  keepTogether: z.boolean().optional(),
  /** In columns. */
  width: width.optional(),
  /** In a table. */
  colSpan: z.number().int().min(1).max(30).optional(),
};

const looks = layoutStyle.extend(placement);

/** The names of all looks. */
export const lookNames = looks.keyof().options;

export type LayoutStyle = z.infer<typeof layoutStyle>;
export type Width = z.infer<typeof width>;
/** The looks of a part: styles by name, and its own settings. */
export type Looks = z.infer<typeof looks>;
