import type { ActState } from '../../domain/assistants/act.js';
import type { Database } from '../database.js';
import { AssistantAct } from '../models/assistant-act.js';
import { type ReadPage, readSeenPage } from '../read-page.js';

export interface ActsToList {
  state: ActState | undefined;
  offset: number;
  limit: number;
  countUpTo: number;
}

const order = ['acted_at', 'id'] as const;

/** A page of the acts of an organization, the latest first. What was only previewed is none. */
export async function listActs(
  db: Database,
  organizationId: string,
  { state, ...limits }: ActsToList,
): Promise<{ acts: AssistantAct[] } & Omit<ReadPage, 'ids'>> {
  const { ids, ...counted } = await readSeenPage(db, {
    table: 'assistant_acts',
    organizationId,
    order,
    countedBy: order,
    narrow: (query) => {
      query.whereNotNull('acted_at');
      if (state !== undefined) query.where('state', state);
    },
    ...limits,
  });
  const newest = order.map((column) => ({ column, order: 'desc' as const }));
  return { acts: await AssistantAct.query(db).findByIds(ids).orderBy(newest), ...counted };
}

/** An act of an organization; undefined if it has none with the id. */
export async function readAct(
  db: Database,
  organizationId: string,
  actId: string,
): Promise<AssistantAct | undefined> {
  return AssistantAct.query(db).findById(actId).modify('visibleTo', organizationId).whereNotNull('acted_at');
}

/** What the acts of each holder come to on a day: those that wait, run, or are done. */
export interface UsageOfDay {
  holder: string;
  /** Of the key or person, at the last act. */
  name: string;
  acts: number;
  money: { amount: string; currency: string }[];
}

/** The holders with acts on a day, the one with most first. */
export async function usageOf(
  db: Database,
  { organizationId, day, limit }: { organizationId: string; day: string; limit: number },
): Promise<UsageOfDay[]> {
  const { rows } = await db.raw<{ rows: UsageOfDay[] }>(
    `with counted as (
       select * from assistant_acts where organization_id = :organizationId and counted_on = :day
         and state in ('WAITING', 'RUNNING', 'DONE')
     ), moved as (
       select holder, jsonb_agg(jsonb_build_object('amount', amount::text, 'currency', currency) order by currency) as money
       from (select holder, currency, sum(money) as amount from counted where money > 0 group by holder, currency) sums
       group by holder
     )
     select holder, (array_agg(author ->> 'name' order by acted_at desc))[1] as name, count(*)::integer as acts,
       coalesce((select money from moved where moved.holder = counted.holder), '[]') as money
     from counted group by holder order by count(*) desc, holder limit :limit`,
    { organizationId, day, limit },
  );
  return rows;
}

const batchSize = 100;

/** How often the workflow of an act that waits is asked for, in case that it was lost. */
const askedAgainMs = 3_600_000;

/**
 * Open acts that nothing has worked on since `before`: those that run, and those that wait and whose workflow may have been lost or
 * never started. They count as worked on now, so that another process does not take them, too.
 */
export async function idleActs(
  db: Database,
  { now, before }: { now: Date; before: Date },
): Promise<AssistantAct[]> {
  const idle = AssistantAct.query(db)
    .where('touched_at', '<', before)
    .where((open) =>
      open.where('state', 'RUNNING').orWhere((waits) =>
        waits.where('state', 'WAITING').where((lost) =>
          lost
            .whereRaw('touched_at = acted_at')
            .orWhere('expires_at', '<', before)
            .orWhere('touched_at', '<', new Date(now.getTime() - askedAgainMs)),
        ),
      ),
    )
    .orderBy('touched_at')
    .limit(batchSize)
    .select('id');
  return AssistantAct.query(db).whereIn('id', idle).patch({ touchedAt: now }).returning('*');
}
