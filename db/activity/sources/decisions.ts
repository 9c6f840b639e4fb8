import { ofSubject } from './quotes.js';
import { type ActivitySource, details } from './source.js';

/** What underwriters and policyholders have decided on quotes. */
export const decisions: ActivitySource = {
  kinds: ['DECISION'],
  from: `(select quotes.*, decided.by, decided.response from quotes cross join lateral (
      values ('UNDERWRITER', underwriter_response), ('POLICYHOLDER', policyholder_response)
    ) decided (by, response) where decided.response is not null) r`,
  of: ofSubject,
  at: "(r.response ->> 'decisionTimestamp')::timestamptz",
  key: 'r.request_id || r.by',
  type: 'r.by',
  title: `r.line_name || case when r.response @> '{"isApproved": true}'
      then case r.by when 'UNDERWRITER' then ' approved by the underwriter' else ' accepted by the policyholder' end
      else ' declined by the ' || lower(r.by) end`,
  author: "r.response -> 'createdBy'",
  client: 'r.client_id',
  quote: 'r.request_id',
  record: 'r.request_id',
  details: details({
    lineName: 'r.line_name',
    isApproved: "r.response -> 'isApproved'",
    notes: "r.response -> 'underwriterNotes'",
  }),
};
