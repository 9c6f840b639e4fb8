import { useState } from 'react';
import { ioi, type ResultOf } from '../../../api/client.js';
import { addDays, laterOf } from '../../../api/days.js';
import { useFire } from '../../../api/fire.js';
import { errorAt } from '../../../api/problems.js';
import { useRead } from '../../../api/queries.js';
import { SelectField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { Loaded } from '../../../parts/states.js';
import { day, money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';

const at = { effectiveDate: '/payload/effectiveDate', reason: '/payload/cancellationReasonConfigId' };

/** Ends a policy's coverage before its term is over. */
export function Cancel({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy, today } = record;
  const soonest = laterOf(today, policy.effectiveDate);
  const [chosen, setDate] = useState<string>();
  const [reason, setReason] = useState('');
  const [label, setLabel] = useState('');
  const usual = useReturn(policy.id, soonest, reason).data;
  const earliest = usual?.earliestDate ?? soonest;
  const effectiveDate = chosen ?? earliest;
  const fire = useFire('POLICY_CANCEL', {
    done: ({ metadata }) => (metadata.requested ? t('policies.cancelRequested') : canceledText(metadata)),
    then: close,
  });
  return (
    <FormDialog
      title={t('policies.cancel')}
      back={t('policies.keep')}
      says={
        effectiveDate !== '' &&
        usual && <Return policyId={policy.id} effectiveDate={effectiveDate} reason={reason} />
      }
      action={t('policies.cancel')}
      danger
      disabled={effectiveDate === ''}
      act={fire}
      fields={Object.values(at)}
      submit={() =>
        fire.mutate({
          lineId: policy.productId,
          payload: {
            policyId: policy.id,
            effectiveDate,
            ...(reason && { cancellationReasonConfigId: reason }),
            ...(label.trim() && { label: label.trim() }),
          },
        })
      }
      close={close}
    >
      {usual && usual.reasons.length > 0 && (
        <SelectField
          label={t('policies.reason')}
          value={reason}
          choices={[
            ['', t('policies.noReason')],
            ...usual.reasons.map(({ configId, title }) => [configId, title] as const),
          ]}
          onValue={setReason}
          error={errorAt(fire.error, at.reason)}
        />
      )}
      <TextField
        type="date"
        label={t('policies.notCoveredFrom')}
        min={policy.effectiveDate}
        max={addDays(policy.expirationDate, -1)}
        required
        value={effectiveDate}
        onValue={setDate}
        hint={earliest > soonest && t('policies.noticeSays', { date: day(earliest) })}
        error={
          effectiveDate !== '' && effectiveDate < earliest
            ? t('policies.noticeSays', { date: day(earliest) })
            : errorAt(fire.error, at.effectiveDate)
        }
      />
      <TextField label={t('policies.label')} maxLength={255} value={label} onValue={setLabel} />
    </FormDialog>
  );
}

/** What is credited is not what is paid back: that is of what was paid. */
function canceledText({
  returnedPremium = 0,
  refundableAmount = 0,
}: ResultOf<'POLICY_CANCEL'>['metadata']): string {
  const amount = money(returnedPremium);
  return refundableAmount > 0
    ? t('policies.cancelled', { amount, refund: money(refundableAmount) })
    : t('policies.cancelledUnpaid', { amount });
}

/** What a cancellation would return, as the service has it, and the reasons that the product knows. */
function useReturn(policyId: string, effectiveDate: string, reason = '') {
  const query = { effectiveDate, ...(reason && { cancellationReasonConfigId: reason }) };
  return useRead(['policies', policyId, 'cancellation', query], (signal) =>
    ioi.policies.previewCancellation(policyId, query, { signal }),
  );
}

function Return({
  policyId,
  effectiveDate,
  reason,
}: {
  policyId: string;
  effectiveDate: string;
  reason: string;
}) {
  return (
    <Loaded query={useReturn(policyId, effectiveDate, reason)} lines={2}>
      {({ daysInForce, returnedPremium, penalty, returnedTaxesAndFees, balance, refundableAmount }) => (
        <>
          <p>
            {daysInForce > 0
              ? t('policies.cancelSays', { date: day(addDays(effectiveDate, -1)) })
              : t('policies.cancelFlat')}
          </p>
          <p>
            {t(penalty > 0 ? 'policies.returnSays' : 'policies.returnInFull', {
              returned: money(returnedPremium),
              penalty: money(penalty),
              taxes: money(returnedTaxesAndFees),
              balance: money(balance),
            })}
          </p>
          <p>
            {refundableAmount > 0
              ? t('policies.owedBack', { amount: money(refundableAmount) })
              : t('policies.nothingOwedBack')}
          </p>
        </>
      )}
    </Loaded>
  );
}
