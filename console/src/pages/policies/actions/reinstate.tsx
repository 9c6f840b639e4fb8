import { ioi } from '../../../api/client.js';
import { useFire } from '../../../api/fire.js';
import { useRead } from '../../../api/queries.js';
import { TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { HoldEffects } from '../../../parts/holds.js';
import { Loaded } from '../../../parts/states.js';
import { filled, useFields } from '../../../parts/use-fields.js';
import { day, money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import { eventAbout, type PolicyRecord } from '../record.js';
import { cancellationOf } from './standing.js';

/** Undoes a cancellation, or withdraws the notice of one. */
export function Reinstate({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy } = record;
  const cancellation = cancellationOf(record);
  const [{ effectiveDate, label }, field] = useFields(
    { effectiveDate: cancellation?.on ?? '', label: '' },
    '/payload',
  );
  const fire = useFire('POLICY_REINSTATE', {
    done: () => t(cancellation?.isNotice ? 'policies.noticeWithdrawn' : 'policies.reinstated'),
    then: close,
  });
  if (!cancellation) return null;
  const { on, isNotice } = cancellation;
  const title = t(isNotice ? 'policies.withdrawNotice' : 'policies.reinstate');
  const says = isNotice
    ? t('policies.withdrawSays', { date: day(on) })
    : effectiveDate >= on && <Charge policyId={policy.id} effectiveDate={effectiveDate} />;
  return (
    <FormDialog
      says={says}
      action={title}
      disabled={!isNotice && effectiveDate < on}
      act={fire}
      fields={field.pointers}
      submit={() =>
        fire.mutate(
          eventAbout(policy, filled({ effectiveDate: effectiveDate > on ? effectiveDate : '', label })),
        )
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
          {...field('effectiveDate', fire)}
        />
      )}
      <TextField label={t('policies.reason')} maxLength={255} {...field('label', fire)} />
    </FormDialog>
  );
}

/** What the reinstatement would charge, as the service has it. */
function Charge({ policyId, effectiveDate }: { policyId: string; effectiveDate: string }) {
  const preview = useRead(['policies', policyId, 'reinstatement', effectiveDate], (signal) =>
    ioi.policies.previewReinstatement(policyId, { effectiveDate }, { signal }),
  );
  return (
    <Loaded query={preview} lines={2}>
      {({ lapse, premium, taxesAndFees, balance, holds }) => (
        <>
          <p>
            {lapse
              ? t('policies.reinstateLapseSays', { date: day(effectiveDate), from: day(lapse.from) })
              : t('policies.reinstateSays', { date: day(effectiveDate) })}
          </p>
          <p>
            {t('policies.chargeSays', {
              premium: money(premium),
              taxes: money(taxesAndFees),
              balance: money(balance),
            })}
          </p>
          <HoldEffects holds={holds} />
        </>
      )}
    </Loaded>
  );
}
