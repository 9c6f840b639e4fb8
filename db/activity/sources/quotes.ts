import { seen } from './seen.js';
import { type ActivitySource, details, firedBy, quotesOfPolicy } from './source.js';

const shown = `${seen('quotes')} and r.package_request_id is null`;

/** Which quotes a subject has; those of a package's components are told with it. */
export const ofSubject = {
  CLIENT: `r.client_id = :subjectId and ${shown}`,
  POLICY: `r.request_id in (${quotesOfPolicy}) and ${shown}`,
  QUOTE: `r.request_id = :subjectId and ${seen('quotes')}`,
};

/** Quotes, declined ones too. */
export const quotes: ActivitySource = {
  kinds: ['QUOTE'],
  from: 'quotes r',
  of: ofSubject,
  at: 'r.quote_timestamp',
  key: 'r.request_id',
  type: 'r.type',
  title: `r.line_name || case r.outcome when 'QUOTED' then ' quoted' else ' declined' end
    || case when r.type in ('ENDORSEMENT', 'RENEWAL', 'TRUEUP') then ': ' || lower(r.type) else '' end`,
  author: firedBy('r.trigger_request_id'),
  client: 'r.client_id',
  quote: 'r.request_id',
  policy: '(select policy_id from policy_quotes where quote_id = r.request_id)',
  event: 'r.trigger_request_id',
  record: 'r.request_id',
  details: details({
    lineName: 'r.line_name',
    outcome: 'r.outcome',
    premium: 'r.premium',
    effectiveDate: 'r.effective_date',
  }),
};
