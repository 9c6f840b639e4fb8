import { expect, it } from 'vitest';
import type { ConfiguredAction } from '../../../domain/actions/configured-action.js';
import { eventEnvelope } from '../../../domain/events/envelope.js';
import { planEvent } from '../../../domain/runs/plan-event.js';
import { aFire } from '../../support/event-factory.js';
import { lookupIds, lookupProduct } from '../../support/lookup-product.js';

const ownerOrganizationId = 'd3b4c5a6-0000-4000-8000-000000000001';
const actions = lookupProduct().configurations.flatMap(({ events }) => events.GET_QUOTES ?? []);
const [rating] = actions.filter(({ type }) => type === 'IOI_RATING');

function plannedTypes(applies: (action: ConfiguredAction) => boolean, eventTargets: string[]) {
  const envelope = eventEnvelope.parse({ ...aFire(), eventTargets });
  const workflow = { actions, ownerOrganizationId, applies, isDecidedLate: () => false };
  return planEvent('event', envelope, workflow).actions.map(({ type }) => type);
}

it('looks up what a rating that runs needs, whichever that is', () => {
  const types = ['DATA_LOOKUP', 'DATA_LOOKUP', 'IOI_RATING'];
  expect(plannedTypes(() => true, [rating!.id])).toEqual(types);
  expect(plannedTypes(() => true, [])).toEqual(types);
});

it('looks up nothing where no rating runs', () => {
  expect(plannedTypes(({ type }) => type !== 'IOI_RATING', [])).toEqual([]);
  expect(plannedTypes(() => true, [lookupIds.score])).toEqual([]);
});
