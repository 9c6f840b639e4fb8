import { type ActivitySource, details, inWords } from './source.js';

/** What an entry's lines of one moment have in common. */
const together = 'other.entry_id = r.entry_id and other.kind = r.kind and other.created_at = r.created_at';

/** Ledger entries that the back office recorded, edited or deleted: each once, however many lines it has. */
export const ledger: ActivitySource = {
  kinds: ['CHANGE'],
  from: 'ledger_journal',
  of: 'POLICIES',
  where: `(r.kind in ('EDITED', 'DELETED') or (r.kind = 'RECORDED' and r.basis = 'BY_HAND')) and r.entry_id is not null
    and not exists (select from ledger_journal other where ${together} and other.seq < r.seq)`,
  at: 'r.created_at',
  key: 'r.seq',
  type: "'LEDGER_ENTRY_' || r.kind",
  title: inWords("('LEDGER_ENTRY_' || r.kind)"),
  author: 'r.created_by',
  client: 'p.client_id',
  policy: 'r.policy_id',
  event: 'r.trigger_request_id',
  record: 'r.entry_id',
  details: details({
    premiumChange: `(select sum(other.premium_change) from ledger_journal other where ${together})`,
    effectiveDate: 'r.effective_date',
    termNumber: 'r.term_number',
  }),
};
