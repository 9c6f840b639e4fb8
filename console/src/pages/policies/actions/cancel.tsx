import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ioi } from '../../../api/client.js';
import { addDays, laterOf, today } from '../../../api/days.js';
import { useFire } from '../../../api/fire.js';
import { errorAt } from '../../../api/problems.js';
import { SelectField, TextField } from '../../../parts/field.js';
import { Loaded } from '../../../parts/states.js';
import { may } from '../../../session/me.js';
import { day, money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import { FireDialog } from './fire-dialog.js';

const at = { effectiveDate: '/payload/effectiveDate', reason: '/payload/cancellationReasonConfigId' };

/** Ends a policy's coverage before its term is over. */
export function Cancel({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy } = record;
  const [effectiveDate, setDate] = useState(laterOf(today(), policy.effectiveDate));
  const [reason, setReason] = useState('');
  const [label, setLabel] = useState('');
  const reasons = useReasons(record);
  const fire = useFire('POLICY_CANCEL', {
    done: ({ metadata: { requested, returnedPremium } }) =>
      requested
        ? t('policies.cancelRequested')
        : t('policies.cancelled', { amount: money(returnedPremium ?? 0) }),
    changes: [['policies', policy.id]],
    then: close,
  });
  return (
    <FireDialog
      title={t('policies.cancel')}
      says={
        effectiveDate !== '' && <Return policyId={policy.id} effectiveDate={effectiveDate} reason={reason} />
      }
      action={t('policies.cancel')}
      danger
      disabled={effectiveDate === ''}
      busy={fire.isPending}
      error={fire.error}
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
      <TextField
        type="date"
        label={t('policies.notCoveredFrom')}
        min={policy.effectiveDate}
        max={addDays(policy.expirationDate, -1)}
        required
        value={effectiveDate}
        onValue={setDate}
        error={errorAt(fire.error, at.effectiveDate)}
      />
      {reasons.length > 0 && (
        <SelectField
          label={t('policies.reason')}
          value={reason}
          choices={[
            ['', t('policies.noReason')],
            ...reasons.map(({ configId, title }) => [configId, title] as const),
          ]}
          onValue={setReason}
          error={errorAt(fire.error, at.reason)}
        />
      )}
      <TextField label={t('policies.label')} maxLength={255} value={label} onValue={setLabel} />
    </FireDialog>
  );
}

interface Reason {
  configId: string;
  title: string;
}

/** The reasons of the product, which its owner may read. */
function useReasons({ policy, isIssuer }: PolicyRecord): readonly Reason[] {
  const { productVersionId } = policy.policyContract;
  const definition = useQuery({
    queryKey: ['products', 'version', productVersionId],
    queryFn: async ({ signal }) =>
      (await ioi.products.version(String(productVersionId), { signal })).definition as {
        policy?: { cancellation?: { reasons?: Reason[] } };
      },
    enabled: isIssuer && may('products:write') && typeof productVersionId === 'string',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return definition.data?.policy?.cancellation?.reasons ?? [];
}

/** What the cancellation would return, as the service has it. */
function Return({
  policyId,
  effectiveDate,
  reason,
}: {
  policyId: string;
  effectiveDate: string;
  reason: string;
}) {
  const query = { effectiveDate, ...(reason && { cancellationReasonConfigId: reason }) };
  const preview = useQuery({
    queryKey: ['policies', policyId, 'cancellation', query],
    queryFn: ({ signal }) => ioi.policies.previewCancellation(policyId, query, { signal }),
  });
  return (
    <Loaded query={preview} lines={2}>
      {({ returnedPremium, penalty, returnedTaxesAndFees, balance }) => (
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
        </>
      )}
    </Loaded>
  );
}
