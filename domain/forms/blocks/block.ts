import { z } from 'zod';
import { condition } from '../../expression/written.js';
import { below, bindList, report, withinRows } from '../values/bind.js';
import type { TextPlace } from '../values/compile-text.js';
import type { FormScope } from '../values/form-scope.js';
import { type Looks, layoutStyle, lookNames, placement } from './looks.js';

/** The attributes of every part of a layout, for any block. */
export const attributes = {
  ...layoutStyle.shape,
  when: condition.optional().describe('The part is shown only if this holds.'),
  ...placement,
};

/** A part of a layout as a block sees its contained parts: any block. */
export type Part = z.infer<z.ZodObject<typeof attributes>>;

/** The schema of any part, for blocks that hold parts. */
export type PartSchema = z.ZodType<Part>;

/** The fields of a contract that an author can write. All are optional: the part may be another block. */
export type Fields<Contract extends (part: PartSchema) => z.ZodRawShape> = z.infer<
  z.ZodObject<ReturnType<Contract>>
>;

/** The place in a layout where a part is compiled; `Node` is the resolved type of its contained parts. */
export interface LayoutPlace<Node = unknown> extends TextPlace {
  /** The names of the layout's styles. */
  styles: ReadonlySet<string>;
  compilePart(part: Part, place: LayoutPlace<Node>): Writer<Node>;
}

/** Fills in a part of a layout; undefined if it shows nothing. */
export type Writer<Resolved> = (scope: FormScope) => Resolved | undefined;

/** A compiled block; undefined if the part is another block. */
export type Compiled<Resolved> = Writer<Resolved> | undefined;

/** The place of a part below another one. */
export function at<Place extends LayoutPlace>(place: Place, part: string | number): Place {
  return { ...place, ...below(place, part) };
}

/** Compiles consecutive parts. */
export function compileParts<Node>(
  parts: readonly Part[],
  place: LayoutPlace<Node>,
): (scope: FormScope) => Node[] {
  const writers = parts.map((part, index) => place.compilePart(part, at(place, index)));
  return (scope) => writers.flatMap((write) => write(scope) ?? []);
}

/** The name of a row's values. */
export const alias = z.string().regex(/^[a-z][A-Za-z0-9]*$/, 'must be a name such as location');

/**
 * The repetition over the rows of a list: its place, and a scope for each row. Undefined, with an issue, if
 * there is no such list.
 */
export function bindRows<Node>(repeat: string, as: string, place: LayoutPlace<Node>) {
  const list = bindList(repeat, at(place, 'repeat'));
  if (list === undefined) return undefined;
  const { locals, loop } = withinRows(at(place, 'as'), as, list);
  return {
    inside: { ...place, locals, loop },
    scopes: (scope: FormScope) => list.rows(scope).map((row) => scope.within(as, row)),
  };
}

/** The looks of a part, the only attributes that reach the renderers. */
export function looksOf(part: Looks, place: LayoutPlace): Looks {
  for (const name of [part.style ?? []].flat()) checkStyle(name, place);
  const given = lookNames.filter((name) => part[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, part[name]]));
}

/** Reports a style that the layout does not have. */
export function checkStyle(name: string, place: LayoutPlace): void {
  if (!place.styles.has(name)) report(at(place, 'style'), `there is no style "${name}"`);
}
