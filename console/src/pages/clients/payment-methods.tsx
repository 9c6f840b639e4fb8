import { useState } from 'react';
import { ioi, type SavedPaymentMethod } from '../../api/client.js';
import { useAction, useRead } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { methodTones } from '../../parts/method-tones.js';
import { Empty } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { may } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';

/** The saved payment methods of a client. */
export function PaymentMethods({ clientId }: { clientId: string }) {
  const queryKey = ['clients', clientId, 'payment-methods'];
  const methods = useRead(queryKey, (signal) => ioi.clients.listPaymentMethods(clientId, { signal }));
  const [removes, setRemoves] = useState<string>();
  const remove = useAction((id: string) => ioi.clients.removePaymentMethod(clientId, id), {
    changes: [queryKey, ['policies']],
    then: () => setRemoves(undefined),
  });
  const removable = ({ state }: SavedPaymentMethod) => state !== 'DETACHED' && may('collection:write');
  return (
    <>
      <Loaded query={methods}>
        {({ paymentMethods }) =>
          paymentMethods.length === 0 ? (
            <Empty>{t('clients.noPaymentMethods')}</Empty>
          ) : (
            <Table
              label={t('clients.paymentMethods')}
              rows={paymentMethods}
              keyOf={({ id }) => id}
              columns={[
                { title: t('policies.method'), cell: ({ brand, kind }) => brand ?? kind ?? '–' },
                { id: 'lastFour', title: t('clients.lastFour'), width: '120px' },
                { id: 'expiry', title: t('clients.expiry'), width: '110px', wide: true },
                {
                  title: t('policies.state'),
                  cell: ({ state }) => <Badge tone={methodTones[state]}>{word('methodState', state)}</Badge>,
                  width: '140px',
                },
                {
                  title: '',
                  cell: (method) =>
                    removable(method) && (
                      <Button onClick={() => setRemoves(method.id)}>{t('clients.removeMethod')}</Button>
                    ),
                  width: '130px',
                },
              ]}
            />
          )
        }
      </Loaded>
      {removes !== undefined && (
        <Confirm
          title={t('clients.removesMethod')}
          action={t('clients.removeMethod')}
          danger
          act={remove}
          submit={() => remove.mutate(removes)}
          close={() => {
            remove.reset();
            setRemoves(undefined);
          }}
        >
          {t('clients.removeMethodSays')}
        </Confirm>
      )}
    </>
  );
}
