import type { z } from 'zod';
import type { Compiled, Fields, LayoutPlace, Part, PartSchema } from './block.js';
import { columns, type ResolvedColumns } from './columns.js';
import { image, type ResolvedImage } from './image.js';
import { list, type ResolvedList } from './list.js';
import type { Looks } from './looks.js';
import { repeat } from './repeat.js';
import { type ResolvedRule, rule } from './rule.js';
import { type ResolvedShapes, shapes } from './shapes.js';
import { type ResolvedSpace, space } from './space.js';
import { type ResolvedStack, stack } from './stack.js';
import { type ResolvedTable, table } from './table.js';
import { type ResolvedText, text } from './text.js';

/** A resolved block. */
type ResolvedBlock =
  | ResolvedText
  | ResolvedStack<ResolvedNode>
  | ResolvedColumns<ResolvedNode>
  | ResolvedList<ResolvedNode>
  | ResolvedTable<ResolvedNode>
  | ResolvedImage
  | ResolvedShapes
  | ResolvedRule
  | ResolvedSpace;

/** A resolved part of a document: plain data that can be sent to another thread. */
export type ResolvedNode = Looks & ResolvedBlock;

export type BlockKind = ResolvedBlock['kind'];

/** A part of one kind. */
export type NodeOf<Kind extends BlockKind> = Extract<ResolvedNode, { kind: Kind }>;

/** A kind of block: its schema and its compiler. */
interface Block {
  /** The description for the guide. */
  description: string;
  /** The fields that an author writes; the field named after the block is its content. */
  contract(part: PartSchema): z.ZodRawShape;
  compile(fields: never, place: LayoutPlace<ResolvedNode>): Compiled<ResolvedBlock>;
}

/** Every block kind of layouts, by the name of its content. */
export const blocks = {
  text,
  stack,
  columns,
  list,
  table,
  repeat,
  image,
  shapes,
  rule,
  space,
} satisfies Record<BlockKind | 'repeat', Block>;

/** The names of the contents, for messages and the guide. */
export const blockNames = Object.keys(blocks) as (keyof typeof blocks)[];

/** All members of a union, intersected. */
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? Every
  : never;

type BlockFields = { [Name in keyof typeof blocks]: Fields<(typeof blocks)[Name]['contract']> };

/** One part of a layout: attributes, and exactly one block. */
export type LayoutNode = Part & All<BlockFields[keyof BlockFields]>;
