import { isOverdue } from '../../db/policies/overdue-policies.js';
import { type Difference, pagesOf, type ReconcileDependencies } from './difference.js';

/** Work that is overdue, as every API process looks for it, too; here without their limits a minute. */
export async function* overdueWork(dependencies: ReconcileDependencies): AsyncGenerator<Difference> {
  yield* overduePolicies(dependencies);
  const { db, queues } = dependencies;
  const { rows } = await db.raw<{ rows: { endpointId: string; organizationId: string; url: string }[] }>(
    `select id as "endpointId", organization_id as "organizationId", url from webhook_endpoints e
     where exists (
       select from webhook_deliveries d join webhook_queues q using (endpoint_id)
       where d.endpoint_id = e.id and d.state = 'PENDING' and d.next_attempt_at < now() - interval '1 minute'
         and (q.next_look_at is null or q.next_look_at < now() - interval '1 minute')
     )`,
  );
  for (const { url, ...queue } of rows) {
    yield { kind: 'DELIVERY_OVERDUE', id: queue.endpointId, about: url, mend: () => queues.wake(queue) };
  }
}

interface OverduePolicy {
  id: string;
  number: string;
  due: Date;
}

async function* overduePolicies({ db, terms }: ReconcileDependencies): AsyncGenerator<Difference> {
  const pages = pagesOf<OverduePolicy>(
    ({ id }) => id,
    async (after, limit) => {
      const { rows } = await db.raw<{ rows: OverduePolicy[] }>(
        `select id, policy_number as number, next_look_at as due from policies
         where ${isOverdue} and id > ?
         order by id limit ?`,
        [after, limit],
      );
      return rows;
    },
  );
  for await (const page of pages) {
    for (const { id, number, due } of page) {
      const about = `${number}, due since ${due.toISOString()}`;
      yield { kind: 'POLICY_OVERDUE', id, about, mend: () => terms.tell(id) };
    }
  }
}
