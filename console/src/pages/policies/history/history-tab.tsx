import { useFire } from '../../../api/fire.js';
import { Activity } from '../../../parts/activity.js';
import { Notes, WriteNote } from '../../../parts/notes.js';
import { Section } from '../../../parts/page.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import { authorOf } from '../values.js';

/** Notes about a policy, and everything that has happened to it, the latest first. */
export function HistoryTab({ record }: { record: PolicyRecord }) {
  const notes = record.events.filter(({ type }) => type === 'NOTE');
  return (
    <>
      <Section title={t('policies.notes')}>
        <Notes
          none={t('policies.noNotes')}
          notes={notes.map(({ id, label, description, createdTimestamp, createdBy }) => ({
            id,
            label: label ?? undefined,
            text: description ?? '',
            at: createdTimestamp,
            by: authorOf(createdBy) || '–',
          }))}
        >
          {record.mayFire('POLICY_EVENT_RECORD') && <AddNote record={record} />}
        </Notes>
      </Section>
      <Section title={t('activity.title')}>
        <Activity of={{ policyId: record.policy.id }} />
      </Section>
    </>
  );
}

/** A note for colleagues, which both organizations of the policy see. */
function AddNote({ record: { policy } }: { record: PolicyRecord }) {
  const { mutate, isPending, error } = useFire('POLICY_EVENT_RECORD', {
    done: () => t('policies.noteAdded'),
  });
  const { sellerOrganizationName: seller, issuingOrganizationName: issuer } = policy;
  const isOne = policy.sellerOrganizationId === policy.issuingOrganizationId;
  return (
    <>
      {!isOne && <p className="quiet">{t('policies.noteSays', { seller, issuer })}</p>}
      <WriteNote
        label={t('policies.note')}
        act={{
          isPending,
          error,
          mutate: ({ text, mentions }, handlers) => {
            const note = { policyId: policy.id, type: 'NOTE', description: text };
            const payload = { ...note, ...(mentions.length > 0 && { mentions }) };
            mutate({ lineId: policy.productId, payload }, handlers);
          },
        }}
      />
    </>
  );
}
