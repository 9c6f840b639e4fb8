import { copyText } from '../../../db/copy-rows.js';
import { type IdKind, idKinds, idTail } from './ids.js';

/** The values that differ between policies with the same life. A slot is text that occurs in no record. */
const slotNames = [
  'index',
  'client',
  'event',
  'policyNumber',
  'policyMeta',
  'producer',
  'name',
  'contactName',
  'email',
  'phone',
  'website',
  'address1',
  'city',
  'zipcode',
] as const;

export type SlotName = (typeof slotNames)[number];
export type SlotValues = Readonly<Record<SlotName, string>>;

export const slot = Object.fromEntries(slotNames.map((name) => [name, `@@${name}@@`])) as Record<
  SlotName,
  string
>;

/** The id of a record of the policy: the index is filled in, the rest is derived from the seed. */
export function slotId(seed: string, kind: IdKind, ordinal = 0): string {
  return `${slot.index}${idTail(seed, kind, ordinal)}`;
}

/** The id of the policy itself. */
export const policySlotId = (seed: string): string => slotId(seed, idKinds.policy);

/** A line of `COPY` text with slots: literal parts, with the names of the slots between them. */
export interface LineTemplate {
  literals: string[];
  slots: SlotName[];
}

/** Compiles a row. Values of slots must need no escaping in JSON or `COPY` text. */
export function lineTemplate(
  columns: readonly string[],
  row: Readonly<Record<string, unknown>>,
): LineTemplate {
  const text = `${columns.map((column) => copyText(row[column])).join('\t')}\n`;
  const parts = text.split(/@@(\w+)@@/);
  return {
    literals: parts.filter((_, index) => index % 2 === 0),
    slots: parts.filter((_, index) => index % 2 === 1) as SlotName[],
  };
}

/** The line with the slots filled. */
export function filled({ literals, slots }: LineTemplate, values: SlotValues): string {
  let line = literals[0] ?? '';
  for (let index = 0; index < slots.length; index += 1) {
    line += values[slots[index] as SlotName] + literals[index + 1];
  }
  return line;
}
