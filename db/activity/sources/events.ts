import { seen } from './seen.js';
import { type ActivitySource, details, inWords } from './source.js';

const visible = seen('events');

/** The service has billed a statement: told as one, by `statements`. */
export const billing = "r.type = 'STATEMENT_CREATED' and r.by_service";

/** Fired events, whatever became of them, as `GET /event` lists them. */
export const events: ActivitySource = {
  kinds: ['EVENT'],
  from: 'events r',
  of: {
    CLIENT: `r.client_id = :subjectId and ${visible} and not (${billing})`,
    POLICY: `r.policy_id = :subjectId and ${visible} and not (${billing})`,
    QUOTE: `r.trigger_request_id in (select trigger_request_id from quotes where request_id = :subjectId) and ${visible}`,
  },
  at: ({ hasClock }) => (hasClock ? 'r.business_time' : 'r.created_at'),
  key: 'r.trigger_request_id',
  type: 'r.type',
  title: `${inWords('r.type')} || case r.state when 'COMPLETED' then '' else ': ' || lower(r.state) end`,
  author: 'r.fired_by',
  client: 'r.client_id',
  policy: 'r.policy_id',
  event: 'r.trigger_request_id',
  record: 'r.trigger_request_id',
  details: details({
    state: 'r.state',
    reason: "r.trigger_result #>> '{refusal,detail}'",
    failedActionCount: `(select nullif(count(*), 0) from action_runs a
      where a.trigger_request_id = r.trigger_request_id and a.state = 'FAILED')`,
  }),
};
