import { type ActivitySource, details, mentioned, own, quotesOfPolicy } from './source.js';

/** Notes of underwriters on quotes, which only their organization reads. */
export const quoteNotes: ActivitySource = {
  kinds: ['NOTE'],
  from: 'quote_notes r',
  of: {
    CLIENT: `r.request_id in (select request_id from quotes where client_id = :subjectId) and ${own}`,
    POLICY: `r.request_id in (${quotesOfPolicy}) and ${own}`,
    QUOTE: `r.request_id = :subjectId and ${own}`,
  },
  at: 'r.created_at',
  key: 'r.id',
  type: "'QUOTE_NOTE'",
  title: "'Note on a quote'",
  author: 'r.created_by',
  quote: 'r.request_id',
  record: 'r.id',
  details: details({ description: 'r.text', mentions: mentioned }),
};
