import type { Database } from '../database.js';

/**
 * How many events an event's actions could fire together with the same actions beside them: the numbers of `FIRE_EVENT`
 * actions in it and in each event above, multiplied.
 */
export async function readBreadth(db: Database, triggerRequestId: string): Promise<number> {
  const { rows } = await db
    .raw<{ rows: { firing: number }[] }>(firingActions, [triggerRequestId])
    .options({ name: 'event_breadth' });
  return rows.reduce((product, { firing }) => product * Math.max(firing, 1), 1);
}

const firingActions = `with recursive above as (
    select plan, parent_trigger_request_id from events where trigger_request_id = ?
    union all
    select event.plan, event.parent_trigger_request_id
      from events event join above on event.trigger_request_id = above.parent_trigger_request_id
  )
  select jsonb_array_length(jsonb_path_query_array(plan, 'strict $.fired.actions.**.type \\? (@ == "FIRE_EVENT")')) as firing
    from above`;
