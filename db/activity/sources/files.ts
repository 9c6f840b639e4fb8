import { seen } from './seen.js';
import { type ActivitySource, details, own } from './source.js';

const shown = `${seen('files')} and r.state <> 'UPLOADING'`;

/** Files that people have uploaded: of a client also those of its quotes and policies, of a policy also those of its events. */
export const files: ActivitySource = {
  kinds: ['FILE'],
  from: 'files r',
  of: {
    CLIENT: `r.id in (select id from files where client_id = :subjectId
        union select f.id from policies p join files f on f.policy_id = p.id where p.client_id = :subjectId
        union select f.id from quotes q join files f on f.quote_id = q.request_id where q.client_id = :subjectId
        union select f.id from events e join files f on f.trigger_request_id = e.trigger_request_id
          where e.client_id = :subjectId) and ${shown}`,
    POLICY: `r.id in (select id from files where policy_id = :subjectId
        union select f.id from events e join files f on f.trigger_request_id = e.trigger_request_id
          where e.policy_id = :subjectId) and ${shown}`,
    QUOTE: `r.quote_id = :subjectId and ${shown}`,
  },
  at: 'r.created_at',
  key: 'r.id',
  type: "'FILE_' || r.state",
  title: "case r.state when 'INFECTED' then 'File with malware: ' else 'File uploaded: ' end || r.file_name",
  // The other side of a shared file does not see who uploaded it.
  author: `case when ${own} then r.created_by end`,
  client: 'r.client_id',
  quote: 'r.quote_id',
  policy: 'r.policy_id',
  event: 'r.trigger_request_id',
  record: 'r.id',
  details: details({
    fileName: 'r.file_name',
    contentType: 'r.content_type',
    size: 'r.size',
    state: 'r.state',
    sharedWith: 'r.shared_with',
  }),
};
