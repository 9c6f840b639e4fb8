import { authority } from '../../domain/authority/authority.js';
import { type EventType, eventCatalog } from '../../domain/events/catalog.js';

/** Everything that a license can grant: for tests of other things. */
export const fullAuthority = authority.parse({
  ...{ quote: true, bindPaid: true, bindUnpaid: true, recordPayments: true },
  ...{ endorse: true, reinstate: true, renew: true, report: true, backDateDays: 3_650 },
  cancel: { PRO_RATA: 'MAKE', SHORT_RATE: 'MAKE', FLAT: 'MAKE' },
});

/** Whether only the insurer fires an event, whatever the seller's license grants. */
export function isInsurers(type: EventType, payload: object): boolean {
  const { authority: activity, issuersField } = eventCatalog[type];
  return activity === undefined || issuersField?.(payload) !== undefined;
}
