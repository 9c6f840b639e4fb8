import { type ActivitySource, details, firedBy, inWords, named, own } from './source.js';

/** Mails in the organization's name, at the time at which they were queued, with what has become of them. */
export const mails: ActivitySource = {
  kinds: ['MAIL'],
  from: 'mails r',
  of: named(own),
  at: 'r.created_at',
  key: 'r.id',
  type: "'MAIL_' || r.state",
  title: `'Mail ' || lower(replace(r.state, '_', ' ')) || ': ' || coalesce(r.subject, ${inWords('r.purpose')})`,
  author: `coalesce(r.created_by, ${firedBy('r.trigger_request_id')})`,
  client: 'r.client_id',
  quote: 'r.quote_id',
  policy: 'r.policy_id',
  event: 'r.trigger_request_id',
  record: 'r.id',
  details: details({
    purpose: 'r.purpose',
    state: 'r.state',
    to: 'r.to_address',
    reason: "coalesce(r.reason, r.reports #>> '{0,reason}', r.last_error)",
    sentTimestamp: `to_char(r.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  }),
};
