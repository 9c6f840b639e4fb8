import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EventType, eventCatalog, eventTypes } from '../../../domain/events/catalog.js';
import { eventEnvelope } from '../../../domain/events/envelope.js';
import { documentedEvents } from '../../support/documented-events.js';
import { eventsPage } from '../../support/events-page.js';

interface Fields {
  properties?: { [name: string]: unknown };
  required?: string[];
  $ref?: string;
  $defs?: { [name: string]: Fields };
}

function contractOf(type: EventType): { field: string; required: boolean }[] {
  const schema = z.toJSONSchema(eventCatalog[type].payload, { io: 'input' }) as Fields;
  const { properties = {}, required = [] } = schema.$ref
    ? schema.$defs![schema.$ref.replace('#/$defs/', '')]!
    : schema;
  return Object.keys(properties).map((field) => ({ field, required: required.includes(field) }));
}

const byField = (a: { field: string }, b: { field: string }) => a.field.localeCompare(b.field);

describe('docs/reference/events.md', () => {
  it('is written from the declarations', async () => {
    await expect(eventsPage()).toMatchFileSnapshot('../../../docs/reference/events.md');
  });

  it('has every event type once', () => {
    expect(documentedEvents.map(({ type }) => type).sort()).toEqual([...eventTypes].sort());
  });

  it.each(documentedEvents)('states the payload of $type as it is checked', ({ type, fields }) => {
    const ofPayload = fields.filter(({ field }) => !/[.[]/.test(field));
    expect(ofPayload.sort(byField)).toEqual(contractOf(type).sort(byField));
  });

  it.each(documentedEvents)('has an example of $type that is accepted as it stands', (documented) => {
    expect(documented.examples.length).toBeGreaterThan(0);
    for (const example of documented.examples) {
      const { error, data } = eventEnvelope.safeParse(example);
      expect(error).toBeUndefined();
      expect(data?.type).toBe(documented.type);
      expect(data).toMatchObject(example);
    }
  });

  it.each(documentedEvents)('shows every field of $type in its examples', ({ type, examples }) => {
    const shown = new Set(examples.flatMap(({ payload }) => Object.keys(payload)));
    const missing = contractOf(type).filter(({ field }) => !shown.has(field));
    // The ids of people are drawn, so no example has one.
    const withPerson = ['producerId', 'mentions'];
    // An example with a time of its own would run by a product that was not there yet.
    expect(
      missing.filter(({ field }) => ![...withPerson, 'asConfiguredAtTimestamp'].includes(field)),
    ).toEqual([]);
  });

  it.each(documentedEvents)('says whether $type does something of itself', ({ type, text }) => {
    expect(/^No default action\./m.test(text)).toBe(eventCatalog[type].defaultActions.length === 0);
  });
});
