import { expect, it } from 'vitest';
import { concernedBy } from '../../../domain/impact/concerned.js';
import { bundleIds, bundleProduct } from '../../support/bundle-product.js';
import { changed } from './book.js';

const table = (factor: number) => ({
  keys: [{ name: 'loyal' }],
  columns: [{ name: 'factor' }],
  rows: [['true', factor]],
});
const lookup = (of: unknown) => ({
  ...{
    name: 'Class',
    op: 'lookup',
    table: of,
    keys: { loyal: { answer: 'owner.loyal' } },
    apply: 'multiply',
  },
});
/** A package whose boats have a step by a table. */
const boats = (of: unknown, overlays: object[] = []) =>
  changed(bundleProduct(), (copy) => {
    copy.tables = { plain: table(1), west: table(1), other: table(1), unread: table(1) } as never;
    copy.ratingPlans.boat!.policy.push(lookup(of) as never);
    Object.assign(copy, { overlays });
  });
const overlay = (set: object) => ({
  name: 'Ohio',
  state: 'OH',
  from: '2027-01-01',
  changes: [{ plan: 'boat', step: 'Class', set }],
});
const byOverlay = boats('plain', [overlay({ table: 'west' })]);
const chosenByOverlay = boats('plain', [
  overlay({ table: { by: { answer: 'owner.loyal' }, of: { true: 'west', false: 'other' } } }),
]);

it.each([
  ['a step looks up in it', boats('west'), true],
  ['a step chooses it', boats({ by: { answer: 'owner.loyal' }, of: { true: 'plain', false: 'west' } }), true],
  ['an overlay points a step to it', byOverlay, true],
  ['an overlay lets a step choose it', chosenByOverlay, true],
  ['nothing reads it', boats('plain'), false],
])('a changed table concerns an action where %s', (_, definition, expected) => {
  const stage = { definition, parts: [{ key: 'tables\nwest', title: 'West' }] };
  expect(concernedBy(definition, stage)(bundleIds.action)).toBe(expected);
});
