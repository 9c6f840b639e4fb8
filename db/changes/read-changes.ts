import type { Database } from '../database.js';
import { Change, type ChangeKind } from '../models/change.js';
import { sidesSeeing } from '../models/visibility.js';

/** Which changes an organization reads: after a number, in the order of commit. */
export interface ChangesToRead {
  organizationId: string;
  after: string;
  kinds?: readonly ChangeKind[] | undefined;
  productId?: string | undefined;
  /** Null: of no test clock; absent: with and without. */
  clockId?: string | null;
  size: number;
}

/** A change with the event that caused it. */
export type ReadChange = Change & { number: string; eventType: string | null; firedBy: Change['createdBy'] };

/** The next changes that have numbers. */
export async function readChanges(db: Database, asked: ChangesToRead): Promise<ReadChange[]> {
  const { organizationId, after, kinds, productId, clockId, size } = asked;
  const sides = sidesSeeing('changes', organizationId).map(({ sql, bindings }) =>
    db('changes')
      .whereRaw(sql, bindings)
      .where('number', '>', after)
      .where((query) => {
        if (kinds !== undefined) query.whereIn('kind', kinds);
        if (productId !== undefined) query.where('product_id', productId);
        if (clockId === null) query.whereNull('clock_id');
        if (typeof clockId === 'string') query.where('clock_id', clockId);
      })
      .orderBy('number')
      .limit(size),
  );
  return Change.query(db)
    .from(db.queryBuilder().unionAll(sides, true).as('changes'))
    .leftJoin('events', 'events.trigger_request_id', 'changes.trigger_request_id')
    .select('changes.*', 'events.type as eventType', 'events.fired_by as firedBy')
    .orderBy('changes.number')
    .limit(size)
    .castTo<ReadChange[]>();
}

/** The numbers between which changes are kept: of the last one, and of the last that is no longer kept. */
export async function keptChanges(db: Database): Promise<{ last: string; removedTo: string }> {
  const [kept] = await db('change_numbers').select({ last: 'last', removedTo: 'removed_to' });
  return kept as { last: string; removedTo: string };
}
