import { z } from 'zod';
import { condition } from '../expression/written.js';

/**
 * The layout of a document, as it is written in a product file: pages of texts, columns, tables and pictures with
 * values bound to them. `docs/authoring-a-product.md` explains it with examples; `compile-layout.ts` compiles it.
 */

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #1F3A5F');
const points = z.number().min(-2000).max(2000);
const margin = z.union([points, z.tuple([points, points]), z.tuple([points, points, points, points])]);
const alignment = z.enum(['left', 'right', 'center', 'justify']);

const looks = {
  fontSize: z.number().min(4).max(96).optional(),
  bold: z.boolean().optional(),
  italics: z.boolean().optional(),
  color: color.optional(),
  background: color.optional(),
  decoration: z.enum(['underline', 'lineThrough']).optional(),
  characterSpacing: z.number().min(0).max(20).optional(),
};

/** How texts look; styles of a layout are named and used by name. */
export const layoutStyle = z.strictObject({
  ...looks,
  alignment: alignment.optional(),
  lineHeight: z.number().min(0.5).max(4).optional(),
  /** Points: on all sides; left and right, top and bottom; or left, top, right, bottom. */
  margin: margin.optional(),
});

/** A text with values in it: `{{quote.premium}}`, `{{answers.client.name | upper}}`. */
const template = z.string().max(20_000);

const inline = z.preprocess(
  (given) => (typeof given === 'string' ? { text: given } : given),
  z.strictObject({ text: template, when: condition.optional(), style: z.string().optional(), ...looks }),
);

const shape = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('rect'),
    x: points,
    y: points,
    w: points,
    h: points,
    r: points.optional(),
    color: color.optional(),
    lineColor: color.optional(),
    lineWidth: points.optional(),
  }),
  z.strictObject({
    type: z.literal('line'),
    x1: points,
    y1: points,
    x2: points,
    y2: points,
    lineColor: color.optional(),
    lineWidth: points.optional(),
  }),
  z.strictObject({
    type: z.literal('polyline'),
    points: z.array(z.strictObject({ x: points, y: points })).min(2),
    closePath: z.boolean().optional(),
    color: color.optional(),
    lineColor: color.optional(),
    lineWidth: points.optional(),
  }),
]);

const width = z.union([z.number().min(1).max(2000), z.literal('*'), z.literal('auto')]);
const dataUri = z
  .string()
  .max(1_500_000)
  .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/, 'must be a data URI of a PNG or JPEG image');

export type LayoutStyle = z.infer<typeof layoutStyle>;
export type Inline = z.infer<typeof inline>;
export type Shape = z.infer<typeof shape>;
export type Width = z.infer<typeof width>;
export type When = z.infer<typeof condition>;
/** How a table is ruled. */
export type TableLook = 'lines' | 'grid' | 'plain' | 'bands';

/** A table's row; with `repeat` one for each item of a list, or of a loop's iterations. */
export interface TableRow {
  cells: LayoutNode[];
  when?: When | undefined;
  repeat?: string | undefined;
  as?: string | undefined;
  style?: string | undefined;
  background?: string | undefined;
}

export interface Table {
  widths: Width[];
  headerRows: number;
  look: TableLook;
  /** Rows may be parted by the end of a page. */
  breakRows: boolean;
  rows: TableRow[];
}

/** One part of a layout: attributes, and exactly one of the contents. */
export interface LayoutNode extends Omit<LayoutStyle, 'margin'> {
  margin?: z.infer<typeof margin> | undefined;
  when?: When | undefined;
  style?: string | string[] | undefined;
  pageBreak?: 'before' | 'after' | undefined;
  keepTogether?: boolean | undefined;
  /** In columns. */
  width?: Width | undefined;
  /** In a table. */
  colSpan?: number | undefined;

  text?: string | Inline[] | undefined;
  stack?: LayoutNode[] | undefined;
  columns?: LayoutNode[] | undefined;
  gap?: number | undefined;
  list?: LayoutNode[] | undefined;
  ordered?: boolean | undefined;
  table?: Table | undefined;
  repeat?: string | undefined;
  as?: string | undefined;
  content?: LayoutNode[] | undefined;
  image?: string | undefined;
  imageWidth?: number | undefined;
  imageHeight?: number | undefined;
  shapes?: Shape[] | undefined;
  /** A line across, in this color. */
  rule?: string | undefined;
  space?: number | undefined;
}

const alias = z.string().regex(/^[a-z][A-Za-z0-9]*$/, 'must be a name such as location');
const nodes = z.lazy(() => z.array(layoutNode)) as z.ZodType<LayoutNode[]>;

const tableRow: z.ZodType<TableRow> = z.lazy(() =>
  z.preprocess(
    (given) => (Array.isArray(given) ? { cells: given } : given),
    z.strictObject({
      cells: z.array(layoutNode).min(1),
      when: condition.optional(),
      repeat: z.string().optional(),
      as: alias.optional(),
      style: z.string().optional(),
      background: color.optional(),
    }),
  ),
) as z.ZodType<TableRow>;

const table = z.strictObject({
  widths: z.array(width).min(1).max(30),
  headerRows: z.number().int().min(0).max(5).default(0),
  look: z.enum(['lines', 'grid', 'plain', 'bands']).default('lines'),
  breakRows: z.boolean().default(false),
  rows: z.array(tableRow).min(1),
});

const contents = [
  'text',
  'stack',
  'columns',
  'list',
  'table',
  'repeat',
  'image',
  'shapes',
  'rule',
  'space',
] as const;

/** A part of a layout; a text alone is short for `{text: …}`. */
export const layoutNode: z.ZodType<LayoutNode> = z.lazy(() =>
  z.preprocess(
    (given) => (typeof given === 'string' || typeof given === 'number' ? { text: String(given) } : given),
    z
      .strictObject({
        ...layoutStyle.shape,
        when: condition.optional(),
        style: z.union([z.string(), z.array(z.string()).max(10)]).optional(),
        pageBreak: z.enum(['before', 'after']).optional(),
        keepTogether: z.boolean().optional(),
        width: width.optional(),
        colSpan: z.number().int().min(1).max(30).optional(),
        text: z.union([template, z.array(inline)]).optional(),
        stack: nodes.optional(),
        columns: nodes.optional(),
        gap: points.optional(),
        list: nodes.optional(),
        ordered: z.boolean().optional(),
        table: table.optional(),
        repeat: z.string().optional(),
        as: alias.optional(),
        content: nodes.optional(),
        image: dataUri.optional(),
        imageWidth: points.optional(),
        imageHeight: points.optional(),
        shapes: z.array(shape).max(200).optional(),
        rule: color.optional(),
        space: points.optional(),
      })
      .superRefine((node, context) => {
        const given = contents.filter((name) => node[name] !== undefined);
        if (given.length !== 1) {
          const found = given.length === 0 ? 'none' : given.join(' and ');
          context.addIssue({
            code: 'custom',
            message: `must have exactly one of ${contents.join(', ')}; found ${found}`,
          });
        }
        if ((node.repeat === undefined) !== (node.content === undefined)) {
          context.addIssue({ code: 'custom', message: 'repeat and content belong together' });
        }
      }),
  ),
) as z.ZodType<LayoutNode>;

/** The pages of a document. */
export const layout = z.strictObject({
  pageSize: z.enum(['LETTER', 'LEGAL', 'A4']).default('LETTER'),
  orientation: z.enum(['portrait', 'landscape']).default('portrait'),
  /** Left, top, right, bottom, in points. */
  margins: z.tuple([points, points, points, points]).default([54, 72, 54, 64]),
  styles: z.record(z.string(), layoutStyle).default({}),
  /** On each page, in its upper margin; `{{page}}` and `{{pages}}` are the page numbers. */
  header: layoutNode.optional(),
  /** Leaves the header off the first page, which has its own head in the content. */
  headerFromPage: z.number().int().min(1).max(99).default(1),
  /** On each page, in its lower margin. */
  footer: layoutNode.optional(),
  content: z.array(layoutNode).min(1),
});

export type Layout = z.infer<typeof layout>;
