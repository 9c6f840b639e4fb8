import { seen } from './seen.js';
import { type ActivitySource, details, named } from './source.js';

/** Generated and uploaded documents. */
export const documents: ActivitySource = {
  kinds: ['DOCUMENT'],
  from: 'documents r',
  of: named(seen('documents')),
  at: 'r.created_at',
  key: 'r.id',
  type: "'DOCUMENT_' || r.origin",
  title:
    "case r.origin when 'GENERATED' then 'Document made: ' else 'Document uploaded: ' end || coalesce(r.form_name, r.file_name)",
  author: 'r.created_by',
  client: 'r.client_id',
  quote: 'r.quote_id',
  policy: 'r.policy_id',
  event: 'r.trigger_request_id',
  record: 'r.id',
  details: details({
    fileName: 'r.file_name',
    contentType: 'r.content_type',
    size: 'r.size',
    formNumber: 'r.form_number',
    description: 'r.description',
  }),
};
