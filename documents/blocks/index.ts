import type { BlockKind } from '../../domain/forms/blocks/index.js';
import { columns } from './columns.js';
import { image } from './image.js';
import { list } from './list.js';
import type { BlockRenderer } from './renderer.js';
import { rule } from './rule.js';
import { shapes } from './shapes.js';
import { space } from './space.js';
import { stack } from './stack.js';
import { table } from './table.js';
import { text } from './text.js';

const renderers: { [Kind in BlockKind]: BlockRenderer<Kind> } = {
  text,
  stack,
  columns,
  list,
  table,
  image,
  shapes,
  rule,
  space,
};

/** The renderer of a block kind. */
export function rendererOf<Kind extends BlockKind>(kind: Kind): BlockRenderer<Kind> {
  return renderers[kind];
}
