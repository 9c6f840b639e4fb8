import { type ActivitySource, details } from './source.js';

/** Overrides of holds, for the organization whose holds they are. */
export const holdOverrides: ActivitySource = {
  kinds: ['HOLD'],
  from: 'hold_overrides r join holds h on h.id = r.hold_id and h.organization_id = :organizationId',
  of: {
    CLIENT: 'r.client_id = :subjectId',
    POLICY: 'r.policy_id = :subjectId',
    QUOTE: 'r.quote_id = :subjectId',
  },
  at: 'r.created_at',
  key: 'r.id',
  type: "'HOLD_OVERRIDDEN'",
  title: "'Hold overridden: ' || h.title",
  author: 'r.created_by',
  client: 'r.client_id',
  quote: 'r.quote_id',
  policy: 'r.policy_id',
  record: 'r.hold_id',
  details: details({ reason: 'r.reason' }),
};
