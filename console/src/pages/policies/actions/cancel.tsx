import { ioi, type ResultOf } from '../../../api/client.js';
import { addDays, laterOf } from '../../../api/days.js';
import { useFire } from '../../../api/fire.js';
import { useRead } from '../../../api/queries.js';
import { SelectField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { Loaded } from '../../../parts/states.js';
import { filled, useFields } from '../../../parts/use-fields.js';
import { day, money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import { eventAbout } from '../record.js';

/** Ends a policy's coverage before its term is over. */
export function Cancel({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy, today } = record;
  const soonest = laterOf(today, policy.effectiveDate);
  const [values, field] = useFields(
    { effectiveDate: soonest, cancellationReasonConfigId: '', label: '' },
    '/payload',
  );
  const { effectiveDate } = values;
  const reasons = useReturn(policy.id, soonest).data?.reasons ?? [];
  const fire = useFire('POLICY_CANCEL', {
    done: ({ metadata }) => (metadata.requested ? t('policies.cancelRequested') : canceledText(metadata)),
    then: close,
  });
  return (
    <FormDialog
      says={
        effectiveDate !== '' && (
          <Return
            policyId={policy.id}
            effectiveDate={effectiveDate}
            reason={values.cancellationReasonConfigId}
          />
        )
      }
      action={t('policies.cancel')}
      danger
      disabled={effectiveDate === ''}
      act={fire}
      fields={field.pointers}
      submit={() => fire.mutate(eventAbout(policy, { ...filled(values), effectiveDate }))}
      close={close}
    >
      <TextField
        type="date"
        label={t('policies.notCoveredFrom')}
        min={policy.effectiveDate}
        max={addDays(policy.expirationDate, -1)}
        required
        {...field('effectiveDate', fire)}
      />
      {reasons.length > 0 && (
        <SelectField
          label={t('policies.reason')}
          choices={[
            ['', t('policies.noReason')],
            ...reasons.map(({ configId, title }) => [configId, title] as const),
          ]}
          {...field('cancellationReasonConfigId', fire)}
        />
      )}
      <TextField label={t('policies.label')} maxLength={255} {...field('label', fire)} />
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
      {({ returnedPremium, penalty, returnedTaxesAndFees, balance, refundableAmount }) => (
        <>
          <p>{t('policies.cancelSays', { date: day(addDays(effectiveDate, -1)) })}</p>
          <p>
            {t('policies.returnSays', {
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
