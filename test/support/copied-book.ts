import { randomUUID } from 'node:crypto';
import { copiesOfRequest, copyPolicies, laterThanClock } from '../../db/clocks/copy-policies.js';
import type { Database } from '../../db/database.js';
import type { Clock } from '../../db/models/clock.js';
import { Event } from '../../db/models/event.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Payment } from '../../db/models/payment.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';

/** Copies policies under a clock; the ids of the copies by those of the originals. */
export async function copiesOf(
  db: Database,
  clock: Clock,
  policyIds: readonly string[],
  different: { productVersionId?: string; paymentPlan?: string } = {},
): Promise<Map<string, string>> {
  const copyId = randomUUID();
  const { productVersionId, paymentPlan } = different;
  await db.transaction(
    async (trx) => {
      if ((await laterThanClock(trx, clock, policyIds)) !== undefined)
        throw new Error('later than the clock');
      await copyPolicies(trx, { copyId, clock, policyIds, productVersionId, paymentPlan, now: new Date() });
    },
    { isolationLevel: 'repeatable read' },
  );
  const copies = await copiesOfRequest(db, copyId);
  return new Map(copies.map(({ originalPolicyId, policyId }) => [originalPolicyId, policyId]));
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Everything of a policy that a copy must have, too: its ids are left out. */
export async function lifeOf(db: Database, policyId: string) {
  const of = { policy_id: policyId };
  const policy = await Policy.query(db).findById(policyId).throwIfNotFound();
  const read = {
    policy,
    statements: (await Statement.query(db).where(of).orderBy(['term_number', 'number'])).map(unversioned),
    changes: await PolicyChange.query(db).where(of).orderBy('seq'),
    journal: await LedgerLine.query(db).where(of).orderBy('seq'),
    payments: (await Payment.query(db).where(of).orderBy(['received_at', 'amount'])).map(unversioned),
    happenings: await PolicyEvent.query(db)
      .where(of)
      .orderBy(['created_at', 'type', 'effective_date', 'description']),
    quote: unversioned(await Quote.query(db).findById(policy.quoteId).throwIfNotFound()),
    renewal:
      policy.renewalQuoteId &&
      unversioned(await Quote.query(db).findById(policy.renewalQuoteId).throwIfNotFound()),
  };
  const differing = new Set([
    'seq',
    'clockId',
    'provider',
    'policyNumber',
    'workflowId',
    'nextLookAt',
    'asRatingConfiguredAt',
    'recordVersion',
    'changedAt',
  ]);
  const text = JSON.stringify(read, (name, value) => (differing.has(name) ? undefined : value));
  return JSON.parse(text.replace(uuids, 'id').replace(/returned [0-9a-f]{8}/g, 'returned'));
}

/** Without what counts the changes of the row. */
const unversioned = <Row extends { version: unknown; updatedAt: unknown }>({
  version: _version,
  updatedAt: _updatedAt,
  ...row
}: Row) => row;

/** The events that the service fired about a policy after a moment, each by its type and state. */
export async function firedAfter(db: Database, policyId: string, moment: Date): Promise<string[]> {
  const events = await Event.query(db)
    .where({ policy_id: policyId, by_service: true })
    .where('as_configured_at', '>', moment)
    .orderBy(['as_configured_at', 'type']);
  return events.map(({ type, state }) => `${type} ${state}`);
}
