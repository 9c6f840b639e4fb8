import { type ActivitySource, details, firedBy, own } from './source.js';

/** What sources of data were asked before ratings, and whether they answered. */
export const lookups: ActivitySource = {
  kinds: ['LOOKUP'],
  from: 'data_lookups r',
  of: {
    CLIENT: `r.client_id = :subjectId and ${own}`,
    POLICY: `r.trigger_request_id in (select trigger_request_id from events where policy_id = :subjectId) and ${own}`,
    QUOTE: `r.trigger_request_id in (select trigger_request_id from quotes where request_id = :subjectId) and ${own}`,
  },
  at: 'r.asked_at',
  key: 'r.id',
  type: "case when r.failure is null then 'LOOKUP_ANSWERED' else 'LOOKUP_FAILED' end",
  title: "case when r.failure is null then 'Data looked up: ' else 'Lookup failed: ' end || r.endpoint",
  author: firedBy('r.trigger_request_id'),
  client: 'r.client_id',
  event: 'r.trigger_request_id',
  record: 'r.id',
  details: details({ endpoint: 'r.endpoint', failure: 'r.failure', answers: 'r."values"' }),
};
