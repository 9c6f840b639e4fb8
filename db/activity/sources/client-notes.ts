import { type ActivitySource, details, mentioned, own } from './source.js';

/** Notes on a client, which only its organization reads. */
export const clientNotes: ActivitySource = {
  kinds: ['NOTE'],
  from: 'client_notes r',
  of: { CLIENT: `r.client_id = :subjectId and ${own}` },
  at: 'r.created_at',
  key: 'r.id',
  type: "'CLIENT_NOTE'",
  title: "'Note'",
  author: 'r.created_by',
  client: 'r.client_id',
  record: 'r.id',
  details: details({ description: 'r.text', mentions: mentioned }),
};
