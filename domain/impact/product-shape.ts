import type { ProductDefinition } from '../product/definition.js';
import { placedActions } from '../product/placed-actions.js';
import type { Item, Shape } from './blend.js';

const whole: Shape = { kind: 'whole' };
const kept: Shape = { kind: 'kept' };

function listOf(key: string, titleOf: (key: string, item: Item) => string, of: Shape = whole): Shape {
  return { kind: 'list', of, keyOf: (item) => String(item[key]), titleOf };
}

/** What people call a part, with its key in the file. */
const named = (key: string, title: unknown): string =>
  typeof title === 'string' ? `${title} (${key})` : key;

const steps = listOf('name', (name) => `step "${name}"`);

/** A plan in the order of its calculation. */
const plan: Shape = {
  kind: 'fields',
  fields: {
    terms: { shape: whole, title: 'terms' },
    derive: { shape: listOf('name', (name) => `derived value "${name}"`), title: '' },
    loops: {
      shape: listOf('loop', (loop) => `loop ${loop}`, {
        kind: 'fields',
        fields: { derive: { shape: steps, title: '' } },
        others: whole,
      }),
      title: '',
    },
    coverages: {
      shape: listOf('code', (code, { title }) => named(`coverage ${code}`, title), {
        kind: 'fields',
        fields: {
          when: { shape: whole, title: 'condition' },
          steps: { shape: steps, title: '' },
          details: { shape: kept, title: '' },
          title: { shape: kept, title: '' },
          type: { shape: kept, title: '' },
        },
        others: whole,
      }),
      title: '',
    },
    policy: { shape: listOf('name', (name) => `policy step "${name}"`), title: '' },
    rounding: { shape: whole, title: 'rounding' },
    taxesAndFees: { shape: listOf('type', (type) => `tax or fee ${type}`), title: '' },
    underwriting: { shape: listOf('id', (id) => `rule ${id}`), title: '' },
    title: { shape: kept, title: '' },
    quoteValidDays: { shape: kept, title: '' },
  },
  others: whole,
};

const action: Shape = {
  kind: 'fields',
  fields: {
    package: { shape: plan, title: 'package' },
    components: { shape: listOf('key', (key) => `component ${key}`), title: '' },
    name: { shape: kept, title: '' },
  },
  others: whole,
};

/**
 * The parts of a product that can change a rating, in the order in which they act: questions, tables, plans step
 * by step, rating actions. A table that only one version has is no part: it acts through the steps that use it.
 */
export function productShape(a: ProductDefinition, b: ProductDefinition): Shape {
  const several = new Set([...Object.keys(a.ratingPlans), ...Object.keys(b.ratingPlans)]).size > 1;
  const events: Shape = {
    kind: 'map',
    of: listOf('id', () => '', action),
    titleOf: () => '',
  };
  return {
    kind: 'fields',
    fields: {
      product: { shape: whole, title: 'questions' },
      tables: {
        shape: {
          kind: 'map',
          of: whole,
          titleOf: (name) => named(`table ${name}`, (b.tables[name] ?? a.tables[name])?.title),
          eitherStays: true,
        },
        title: '',
      },
      ratingPlans: {
        shape: { kind: 'map', of: plan, titleOf: (key) => (several ? `plan ${key}` : '') },
        title: '',
      },
      overlays: { shape: listOf('name', (name) => `overlay "${name}"`), title: '' },
      configurations: {
        shape: {
          kind: 'list',
          keyOf: ({ id }: Item) => String(id),
          titleOf: () => '',
          of: {
            kind: 'fields',
            fields: {
              title: { shape: kept, title: '' },
              events: { shape: withActionNames(events, a, b), title: '' },
            },
            others: whole,
          },
        },
        title: '',
      },
    },
    others: kept,
  };
}

/** Actions are identified by id and shown by name. */
function withActionNames(events: Shape, a: ProductDefinition, b: ProductDefinition): Shape {
  const names = new Map(
    [...placedActions(b), ...placedActions(a)].map(({ action: { id, name } }) => [id, name]),
  );
  if (events.kind !== 'map' || events.of.kind !== 'list') return events;
  const titleOf = (id: string) => (names.size > 1 ? `action "${names.get(id) ?? id}"` : '');
  return { ...events, of: { ...events.of, titleOf } };
}

/** The product without what no rating reads, so that intermediate versions compile fast. */
export function forRating(definition: ProductDefinition): ProductDefinition {
  const { policy, forms: _forms, ...rated } = definition;
  return {
    ...rated,
    // It names the question for the state.
    ...(definition.overlays && { policy }),
    configurations: definition.configurations.map((configuration) => ({
      ...configuration,
      events: Object.fromEntries(
        Object.entries(configuration.events).map(([event, actions]) => [
          event,
          (actions ?? []).filter(({ type, onFailure = [] }) => isRatingType(type) || onFailure.length > 0),
        ]),
      ),
    })),
  };
}

function isRatingType(type: string): boolean {
  return type === 'IOI_RATING' || type === 'BUNDLE_RATING' || type === 'THIRD_PARTY_RATING_ALGO';
}
