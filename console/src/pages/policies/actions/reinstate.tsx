import { useState } from 'react';
import { useFire } from '../../../api/fire.js';
import { errorAt } from '../../../api/problems.js';
import { TextField } from '../../../parts/field.js';
import { day, money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import { FireDialog } from './fire-dialog.js';
import { cancellationOf } from './standing.js';

/** Undoes a cancellation, or withdraws the notice of one. */
export function Reinstate({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy } = record;
  const cancellation = cancellationOf(record);
  const [effectiveDate, setDate] = useState(cancellation?.on ?? '');
  const [label, setLabel] = useState('');
  const fire = useFire('POLICY_REINSTATE', {
    done: () => t(cancellation?.isNotice ? 'policies.noticeWithdrawn' : 'policies.reinstated'),
    changes: [['policies', policy.id]],
    then: close,
  });
  if (!cancellation) return null;
  const { on, isNotice, returned } = cancellation;
  const title = t(isNotice ? 'policies.withdrawNotice' : 'policies.reinstate');
  const says = isNotice
    ? t('policies.withdrawSays', { date: day(on) })
    : effectiveDate > on
      ? t('policies.reinstateLapseSays', {
          date: day(effectiveDate),
          from: day(on),
          returned: money(returned),
        })
      : t('policies.reinstateSays', { date: day(on), returned: money(returned) });
  return (
    <FireDialog
      title={title}
      says={says}
      action={title}
      disabled={!isNotice && effectiveDate < on}
      busy={fire.isPending}
      error={fire.error}
      fields={['/payload/effectiveDate']}
      submit={() =>
        fire.mutate({
          lineId: policy.productId,
          payload: {
            policyId: policy.id,
            ...(effectiveDate > on && { effectiveDate }),
            ...(label.trim() && { label: label.trim() }),
          },
        })
      }
      close={close}
    >
      {!isNotice && (
        <TextField
          type="date"
          label={t('policies.coveredAgainFrom')}
          hint={t('policies.coveredAgainHint')}
          min={on}
          required
          value={effectiveDate}
          onValue={setDate}
          error={errorAt(fire.error, '/payload/effectiveDate')}
        />
      )}
      <TextField label={t('policies.reason')} maxLength={255} value={label} onValue={setLabel} />
    </FireDialog>
  );
}
