import { isObject } from '../../ground/json.js';
import type { Path } from './change.js';

/** How the items of a list are recognized in another version of the product. */
export interface ItemKind {
  /** What an item is, before its name; may be empty. */
  noun: string;
  /** The field by which it is recognized. */
  key: string;
  /** The field that people know it by; `key` if left out. */
  name?: string;
  /** Its name says enough, without those of the parts around it. */
  isKnownAlone?: true;
  /** An item may move to another list of this kind. */
  moves?: true;
  /** Its inner lists are compared item by item even if it is new. */
  opens?: true;
}

const step: ItemKind = { noun: 'step', key: 'name' };
const action: ItemKind = { noun: 'action', key: 'id', name: 'name', moves: true };

/** The kinds by the key of their list. */
const kinds: Readonly<Record<string, ItemKind>> = {
  lines: { noun: 'line', key: 'id', name: 'title', opens: true },
  sections: { noun: 'section', key: 'title', opens: true },
  subsections: { noun: 'subsection', key: 'title', opens: true },
  questions: { noun: '', key: 'qid', isKnownAlone: true, moves: true },
  answerChoices: { noun: 'choice', key: 'value' },
  configurations: { noun: '', key: 'id', name: 'title', opens: true },
  onFailure: { noun: 'fallback', key: 'id', name: 'name' },
  keys: { noun: 'key', key: 'name' },
  columns: { noun: 'column', key: 'name' },
  derive: step,
  steps: step,
  then: step,
  else: step,
  policy: step,
  loops: { noun: 'loop', key: 'loop' },
  coverages: { noun: 'coverage', key: 'code' },
  details: { noun: 'detail', key: 'key' },
  taxesAndFees: { noun: '', key: 'type' },
  underwriting: { noun: 'rule', key: 'id' },
  terms: { noun: 'term', key: 'term' },
  components: { noun: 'component', key: 'key' },
  paymentPlans: { noun: '', key: 'plan' },
  reasons: { noun: 'reason', key: 'configId', name: 'title' },
  shortRateTable: { noun: 'days', key: 'days' },
  forms: { noun: '', key: 'formConfigId', name: 'name' },
  overlays: { noun: 'overlay', key: 'name', opens: true },
};

/** The kind of a list's items; undefined if they are recognized by their content. */
export function itemKind(list: Path): ItemKind | undefined {
  return list.at(-2) === 'events' ? action : kinds[String(list.at(-1))];
}

/** The text by which an item is recognized; undefined if it has none. A choice may be its value alone. */
export function identityOf(item: unknown, { key }: ItemKind): string | undefined {
  const found = isObject(item) ? item[key] : key === 'value' ? item : undefined;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** `step "Base rate"`. Codes have no quotation marks. */
export function nameOf(item: unknown, kind: ItemKind): string {
  const named = isObject(item) && kind.name !== undefined ? item[kind.name] : undefined;
  const name = typeof named === 'string' ? named : (identityOf(item, kind) ?? '');
  return `${kind.noun} ${/^[\w.-]+$/.test(name) ? name : `"${name}"`}`.trimStart();
}
