import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { shopProduct } from './shop-product.js';

export const flowIds = {
  screening: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f01',
  review: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f02',
  quoting: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f03',
  alarm: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f04',
  fallback: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f05',
  survey: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f06',
  hasty: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f07',
  ping: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f08',
  pong: '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0f09',
} as const;

/**
 * The shop with a flow on its intake: a screening whose score decides whether somebody has to review it, then an
 * event that quotes. A validation asks a service that may fail; a failed one waits for a survey. Validations that
 * failed and claims fire each other.
 */
export function flowProduct(): ProductDefinition {
  const shop = structuredClone(shopProduct()) as unknown as {
    configurations: { events: Record<string, object[]> }[];
  };
  Object.assign(shop.configurations[0]!.events, {
    INTAKE_COMPLETE: [
      {
        id: flowIds.screening,
        type: 'HTTP_REQUEST',
        name: 'Screening',
        order: 1,
        endpoint: 'screening',
        path: '/score',
        awaited: true,
        retrySeconds: 0.1,
        body: {
          name: '{{answer:client.name}}',
          client: '{{event.clientId}}',
          callback: `{{requestIds.${flowIds.review}}}`,
          text: 'from {{payload.referrer}}.',
          nobody: '{{payload.nothing}}',
        },
        response: { score: 'result.score', grades: 'result.grades' },
      },
      {
        id: flowIds.review,
        type: 'INBOUND_WAIT',
        name: 'Review',
        order: 2,
        when: { '>': [{ value: 'metadata.score' }, 50] },
        waitsFor: 'the reviewer',
        timeoutHours: 24,
        into: 'review',
        payloadSchema: {
          type: 'object',
          required: ['approved'],
          properties: { approved: { type: 'boolean' }, revenue: { type: 'number' } },
        },
        clientAnswers: { 'shop.revenue': 'revenue' },
      },
      {
        id: flowIds.quoting,
        type: 'FIRE_EVENT',
        name: 'Quote it',
        order: 3,
        eventType: 'GET_QUOTES',
        payload: {
          clientId: '{{event.clientId}}',
          effectiveDate: '2026-12-01',
          intake: '{{payload.intake}}',
        },
      },
    ],
    CLIENT_VALIDATION: [
      {
        id: flowIds.alarm,
        type: 'HTTP_REQUEST',
        name: 'Alarm',
        endpoint: 'screening',
        path: '/alarm',
        attempts: 2,
        retrySeconds: 0.1,
        onFailure: [
          {
            id: flowIds.survey,
            type: 'INBOUND_WAIT',
            name: 'Survey',
            waitsFor: 'the surveyor',
            timeoutHours: 0.0003,
            onTimeout: 'CONTINUE',
          },
          {
            id: flowIds.fallback,
            type: 'FIRE_EVENT',
            name: 'Say that it failed',
            eventType: 'CLIENT_VALIDATION_FAILED',
            payload: { clientId: '{{payload.clientId}}', intake: {} },
          },
        ],
      },
      {
        id: flowIds.hasty,
        type: 'INBOUND_WAIT',
        name: 'Hasty',
        order: -1,
        waitsFor: 'somebody quick',
        timeoutHours: 0.0003,
      },
    ],
    POLICY_LIMIT_CHANGED: [
      {
        id: flowIds.ping,
        type: 'FIRE_EVENT',
        name: 'Ping',
        eventType: 'CLAIM_NOTIFICATION',
        payload: { clientId: '{{payload.clientId}}' },
      },
    ],
    CLAIM_NOTIFICATION: [
      {
        id: flowIds.pong,
        type: 'FIRE_EVENT',
        name: 'Pong',
        eventType: 'POLICY_LIMIT_CHANGED',
        payload: { clientId: '{{payload.clientId}}' },
      },
    ],
  });
  return productDefinition.parse(shop);
}
