import { type ActivitySource, details, firedBy } from './source.js';

/** When the event that made a change was fired by the test clock; the feed of changes has the system's time only. */
const byClock = '(select business_time from events where trigger_request_id = r.trigger_request_id)';

/** Changes of a client's profile and answers, from the feed of changes: for its organization. */
export const clientChanges: ActivitySource = {
  kinds: ['CLIENT'],
  from: 'changes r join clients c on c.id::text = r.record_id',
  of: {
    CLIENT: `c.id = :subjectId and r.record_id = cast(:subjectId as uuid)::text and r.kind = 'CLIENT'
      and r.organization_id = :organizationId and not r.is_deleted`,
  },
  at: ({ hasClock }) => (hasClock ? byClock : 'r.recorded_at'),
  key: 'r.id',
  type: "case when r.version = (extract(epoch from c.created_at) * 1000000)::bigint then 'CLIENT_CREATED' else 'CLIENT_CHANGED' end",
  title:
    "case when r.version = (extract(epoch from c.created_at) * 1000000)::bigint then 'Client created' else 'Client changed' end",
  author: `coalesce(r.created_by, ${firedBy('r.trigger_request_id')})`,
  client: 'c.id',
  event: 'r.trigger_request_id',
  record: 'c.id',
  details: details({ version: 'r.version::text' }),
};
