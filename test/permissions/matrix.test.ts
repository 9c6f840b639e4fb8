import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../api/http/permissions.js';
import { roleNames, roles } from '../../api/http/roles.js';
import { type EventType, eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import { namedPolicyNumber, namedRecords } from '../../domain/events/records-of-event.js';
import { type ExampleEvent, examplesOf, withIds } from '../support/documented-events.js';
import { isInsurers } from '../support/full-authority.js';
import { type Operation, operations } from '../support/operations.js';
import { aPermissionWorld, type PermissionWorld, type Side, sides } from '../support/permission-world.js';

type Outcome = 'ALLOWED' | 'FORBIDDEN' | 'NOT_FOUND';

const declared = await operations();

let world: PermissionWorld;

beforeAll(async () => {
  world = await aPermissionWorld();
});
afterAll(() => world?.close());

/** Refused for its content or by the business is allowed: those who may not do not come that far. */
function outcomeOf({ status, text }: { status: number; text: string }): Outcome {
  if (status === 403) return 'FORBIDDEN';
  if (status === 404) return 'NOT_FOUND';
  // 503: a report waits for another one.
  if (status === 401 || (status >= 500 && status !== 503)) throw new Error(`${status}: ${text}`);
  return 'ALLOWED';
}

const mayUse = (role: (typeof roleNames)[number], needed: readonly Permission[]) =>
  needed.length === 0 || needed.some((permission) => roles[role].includes(permission));

/** The outcome for each role of each side. */
async function matrixOf(cell: (side: Side, role: (typeof roleNames)[number]) => Outcome | Promise<Outcome>) {
  const rows: [string, Outcome][] = [];
  for (const side of sides)
    for (const role of roleNames) rows.push([`${side} ${role}`, await cell(side, role)]);
  return Object.fromEntries(rows);
}

describe('an operation', () => {
  /** Runs and jobs are changed with the permission of their events, here `GET_QUOTES`. */
  const ofTheEvent = ({ name }: Operation): readonly Permission[] =>
    /^POST \/(event\/.*\/(cancel|retry|acknowledge)|job(\/.*)?)$/.test(name)
      ? eventCatalog.GET_QUOTES.firedWith
      : [];

  it.each(declared)('$name is for those with its permission who see its records', async (operation) => {
    const { method, permissions, seenBy, refused } = operation;
    const expected = await matrixOf((side, role) => {
      if (!mayUse(role, permissions)) return 'FORBIDDEN';
      if (!seenBy.includes(side)) return 'NOT_FOUND';
      return mayUse(role, ofTheEvent(operation)) && !refused.includes(side) ? 'ALLOWED' : 'FORBIDDEN';
    });
    const { path, body } = operation.request(world.records);
    const found = await matrixOf(async (side, role) => {
      if (operation.name === 'DELETE /file/:fileId') await world.saveFile();
      return outcomeOf(await world.call(world.as(side, role), method, path, body));
    });
    expect(found).toEqual(expected);
  });

  it('states its permissions in the contract', async () => {
    const { body } = await world.call(world.as('stranger', 'author'), 'get', '/openapi.json');
    for (const { name, method, permissions } of declared) {
      const path = `/ioi/v3${name.replace(/^\S+ /, '').replace(/:(\w+)/g, '{$1}')}`;
      const described = body.paths[path][method];
      expect({ name, 'x-permissions': described['x-permissions'] }).toEqual({
        name,
        'x-permissions': permissions,
      });
      expect(Object.keys(described.responses)).toContain('403');
    }
    const described = body.paths['/ioi/v3/event/fire'].post['x-event-permissions'];
    expect(described).toEqual(
      Object.fromEntries(eventTypes.map((type) => [type, eventCatalog[type].firedWith])),
    );
  });
});

/** Accepted but for its targets, which are looked at last: nothing runs. */
function eventOf(type: EventType, changed: object = {}): ExampleEvent & object {
  const { records } = world;
  const example = examplesOf(type).find(({ payload }) => !('asConfiguredAtTimestamp' in payload));
  const ids = {
    ...{
      line: records.productId,
      client: records.clientId,
      quote: records.quoteId,
      policy: records.policyId,
    },
    ...{ policyNumber: records.policyNumber, payment: records.paymentId, statement: records.statementId },
  };
  return { ...withIds(example!, ids), ...changed, eventTargets: [randomUUID()] } as ExampleEvent;
}

const fire = (by: string, event: object) => world.call(by, 'post', '/event/fire', event);

describe('an event', () => {
  /** The seller's clients are its own; a client is shown to the insurer by a quote, policy or payment beside it. */
  function seenByInsurer(event: ExampleEvent): boolean {
    const names = (...kinds: Parameters<typeof namedRecords>[1][]) =>
      kinds.some((kind) => namedRecords(event, kind).length > 0);
    const isShown =
      names('QUOTE', 'POLICY', 'STATEMENT', 'PAYMENT') || namedPolicyNumber(event) !== undefined;
    return isShown || !names('CLIENT');
  }

  it.each(eventTypes)(
    '%s is fired by those with its permission and authority who see its records',
    async (type) => {
      const event = eventOf(type);
      const expected = await matrixOf((side, role) => {
        if (!mayUse(role, eventCatalog[type].firedWith)) return 'FORBIDDEN';
        if (side === 'stranger' || (side === 'insurer' && !seenByInsurer(event))) return 'NOT_FOUND';
        // The seller's license grants everything that one can.
        return side === 'seller' && isInsurers(type, event.payload) ? 'FORBIDDEN' : 'ALLOWED';
      });
      const found = await matrixOf(async (side, role) => {
        const answer = await fire(world.as(side, role), event);
        const outcome = outcomeOf(answer);
        if (outcome === 'ALLOWED') expect(answer.body.errors).toMatchObject([{ field: 'eventTargets.0' }]);
        return outcome;
      });
      expect(found).toEqual(expected);
    },
  );
});
