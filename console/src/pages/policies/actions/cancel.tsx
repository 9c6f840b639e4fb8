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
import { eventAbout, type PolicyRecord } from '../record.js';

/** Ends a policy's coverage before its term is over. */
export function Cancel({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy, today } = record;
  const soonest = laterOf(today, policy.effectiveDate);
  const [values, field] = useFields(
    { effectiveDate: undefined as string | undefined, cancellationReasonConfigId: '', label: '' },
    '/payload',
  );
  const { cancellationReasonConfigId: reason } = values;
  const usual = useReturn(policy.id, soonest, reason).data;
  const earliest = usual?.earliestDate ?? soonest;
  // As the reason has it, until another day is chosen.
  const effectiveDate = values.effectiveDate ?? earliest;
  const fire = useFire('POLICY_CANCEL', {
    done: ({ metadata }) => (metadata.requested ? t('policies.cancelRequested') : canceledText(metadata)),
    then: close,
  });
  return (
    <FormDialog
      says={
        effectiveDate !== '' &&
        usual && <Return policyId={policy.id} effectiveDate={effectiveDate} reason={reason} />
      }
      action={t('policies.cancel')}
      back={t('policies.keep')}
      danger
      disabled={effectiveDate === ''}
      act={fire}
      fields={field.pointers}
      submit={() => fire.mutate(eventAbout(policy, { ...filled(values), effectiveDate }))}
      close={close}
    >
      {usual && usual.reasons.length > 0 && (
        <SelectField
          label={t('policies.reason')}
          choices={[
            ['', t('policies.noReason')],
            ...usual.reasons.map(({ configId, title }) => [configId, title] as const),
          ]}
          {...field('cancellationReasonConfigId', fire)}
        />
      )}
      <TextField
        type="date"
        label={t('policies.notCoveredFrom')}
        min={policy.effectiveDate}
        max={addDays(policy.expirationDate, -1)}
        required
        hint={earliest > soonest && t('policies.noticeSays', { date: day(earliest) })}
        {...field('effectiveDate', fire)}
        value={effectiveDate}
      />
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
