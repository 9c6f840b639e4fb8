import { useState } from 'react';
import { Link } from 'wouter';
import { ioi, type SavedPaymentMethod } from '../../../api/client.js';
import { errorAt } from '../../../api/problems.js';
import { useAction, useRead } from '../../../api/queries.js';
import { SelectField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { Loaded } from '../../../parts/states.js';
import { t } from '../../../texts/texts.js';

/** Charges a policy to a saved method from today on, as its policyholder has agreed; or to another one. */
export function BeginCollection({
  policyId,
  clientId,
  close,
}: {
  policyId: string;
  clientId: string;
  close: () => void;
}) {
  const methods = useRead(['clients', clientId, 'payment-methods'], (signal) =>
    ioi.clients.listPaymentMethods(clientId, { signal }),
  );
  const active = methods.data?.paymentMethods.filter(({ state }) => state === 'ACTIVE') ?? [];
  const [chosen, setChosen] = useState<string>();
  const [source, setSource] = useState('');
  const paymentMethodId = chosen ?? active[0]?.id ?? '';
  const begin = useAction(
    () =>
      ioi.policies.putCollection(policyId, {
        paymentMethodId,
        consent: { at: new Date().toISOString(), source: source.trim() },
      }),
    { done: () => t('policies.collectionBegun'), changes: [['policies', policyId]], then: close },
  );
  return (
    <FormDialog
      says={t('policies.beginCollectionSays')}
      action={t('policies.beginCollection')}
      disabled={paymentMethodId === '' || source.trim() === ''}
      act={begin}
      fields={['/consent/source']}
      close={close}
    >
      <Loaded query={methods} lines={1}>
        {() =>
          active.length === 0 ? (
            <p>
              {t('policies.noActiveMethod')}{' '}
              <Link href={`/clients/${clientId}?tab=methods`}>{t('clients.paymentMethods')}</Link>
            </p>
          ) : (
            <SelectField
              label={t('policies.method')}
              value={paymentMethodId}
              choices={active.map((method) => [method.id, nameOf(method)] as const)}
              onValue={setChosen}
            />
          )
        }
      </Loaded>
      <TextField
        label={t('policies.consentSource')}
        hint={t('policies.consentHint')}
        required
        value={source}
        onValue={setSource}
        error={errorAt(begin.error, '/consent/source')}
      />
    </FormDialog>
  );
}

const nameOf = ({ brand, kind, lastFour, expiry }: SavedPaymentMethod) =>
  [brand ?? kind, lastFour && `···· ${lastFour}`, expiry].filter(Boolean).join(' ');
