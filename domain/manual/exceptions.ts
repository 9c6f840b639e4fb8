import { text } from '../forms/nodes.js';
import { partAt } from '../overlays/named-places.js';
import type { Change, Path } from '../product/comparison/change.js';
import { shortValueText, textsOf } from '../product/comparison/value-text.js';
import type { ProductDefinition } from '../product/definition.js';
import { capital, nameWords } from '../rating/words/value-words.js';
import { type Exception, type ExceptionKind, type KnownPart, partWords } from './exception-words.js';
import { namedPlans } from './named-plans.js';
import { ProductNames } from './product-names.js';

/** The products that are compared, and what the manual of the base says of its parts. */
export interface ExceptionSource {
  base: ProductDefinition;
  held: ProductDefinition;
  /** The numbers of the rules, by their steps and underwriting rules. */
  numbers: ReadonlyMap<unknown, string>;
}

/** What differs in a state, in the words of the rules and exhibits that it replaces. */
export function exceptionsOf(
  changes: readonly Change[],
  { base, held, numbers }: ExceptionSource,
): Exception[] {
  const names = new ProductNames(held);
  const plans = namedPlans(held, names);
  return byPart(changes).map(({ kind, path, changes: own }) => {
    const [first] = own;
    const whole = first.path.length === path.length ? first.kind : undefined;
    const was = (first.pathBefore ?? first.path).slice(0, path.length);
    const part: KnownPart = {
      path,
      was,
      before: whole === 'ADDED' ? undefined : partAt(base, was),
      after: whole === 'REMOVED' ? undefined : partAt(held, path),
      previous: partAt(held, [...path.slice(0, -1), Number(path.at(-1)) - 1]),
      changes: own,
    };
    const words = path[0] === 'ratingPlans' ? plans.ofPlan(String(path[1])).words : plans.general.words;
    const written = kind && partWords(kind, part, { base, held, names, words });
    if (!written) return inOtherWords(first);
    const number = numbers.get(part.before) ?? '';
    return { at: number, ...written };
  });
}

interface Group {
  kind: ExceptionKind | null;
  path: Path;
  changes: [Change, ...Change[]];
}

/** The changes of one rule, row or question together, in their order. */
function byPart(changes: readonly Change[]): Group[] {
  const groups = new Map<string, Group>();
  for (const change of changes) {
    const { kind, length } = partOf(change.path);
    const path = change.path.slice(0, length);
    // The place of what was removed is that in the base.
    const isRemoved = change.kind === 'REMOVED' && change.path.length === length;
    const key = kind === null ? String(groups.size) : [isRemoved, ...path].join('\n');
    const known = groups.get(key);
    if (known) known.changes.push(change);
    else groups.set(key, { kind, path, changes: [change] });
  }
  return [...groups.values()];
}

const stepLists: ReadonlySet<unknown> = new Set(['derive', 'steps', 'policy']);

/** The rule, row, question or coverage that a path leads to or into, and how many keys lead to it. */
function partOf(path: Path): { kind: ExceptionKind | null; length: number } {
  const [room, , list, place] = path;
  const itemIn = (isList: (key: unknown) => boolean) =>
    path.findIndex((key, index) => typeof path[index + 1] === 'number' && isList(key)) + 2;
  if (room === 'tables' && list === 'rows' && place !== undefined) return { kind: 'ROW', length: 4 };
  if (room === 'product') {
    const last = path.findLastIndex(
      (key, index) => key === 'questions' && typeof path[index + 1] === 'number',
    );
    return last < 0 ? { kind: null, length: path.length } : { kind: 'QUESTION', length: last + 2 };
  }
  if (room !== 'ratingPlans') return { kind: null, length: path.length };
  if (list === 'underwriting' && place !== undefined) return { kind: 'UNDERWRITING', length: 4 };
  const step = itemIn((key) => stepLists.has(key));
  if (step > 1) return { kind: 'STEP', length: step };
  const isWhole = path.length === 4;
  if (list === 'coverages' && isWhole) return { kind: 'COVERAGE', length: 4 };
  if (list === 'taxesAndFees' && isWhole) return { kind: 'TAX', length: 4 };
  return { kind: null, length: path.length };
}

/** A part that the manual has no rule for: by its name in the product file. */
function inOtherWords({ kind, place, before, after }: Change): Exception {
  const is = {
    ADDED: () => `Added: ${shortValueText(after)}`,
    REMOVED: () => 'Not here.',
    CHANGED: () => textsOf(before, after).reverse().join(' instead of '),
    MOVED: () => 'In another place.',
    REORDERED: () => 'In another order.',
  };
  const name = place.map((each) => (/^\w+$/.test(each) ? nameWords(each) : each)).join(', ');
  return { at: '', name: capital(name), content: text(is[kind]()) };
}
