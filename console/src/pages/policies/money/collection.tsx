import { useState } from 'react';
import { ioi, type PolicyCharge, type PolicyCollection } from '../../../api/client.js';
import { useAction, useRead } from '../../../api/queries.js';
import { Badge } from '../../../parts/badge.js';
import { Button } from '../../../parts/button.js';
import { Confirm } from '../../../parts/dialog.js';
import { methodTones } from '../../../parts/method-tones.js';
import { Empty, Facts, Section } from '../../../parts/page.js';
import { Loaded } from '../../../parts/states.js';
import { Table } from '../../../parts/table.js';
import { Day, Money } from '../../../parts/values.js';
import { may } from '../../../session/me.js';
import { t, word } from '../../../texts/texts.js';
import { BeginCollection } from './begin-collection.js';

/** How a policy is charged by itself: the saved method, the next charge and those before. */
export function Collection({ policyId, clientId }: { policyId: string; clientId: string }) {
  const collection = useRead(['policies', policyId, 'collection'], (signal) =>
    ioi.policies.collection(policyId, { signal }),
  );
  return <Loaded query={collection}>{(found) => <Shown collection={found} clientId={clientId} />}</Loaded>;
}

function Shown({ collection, clientId }: { collection: PolicyCollection; clientId: string }) {
  const [ends, setEnds] = useState(false);
  const [begins, setBegins] = useState(false);
  const { policyId, agreement, next, charges } = collection;
  const isActive = agreement !== undefined && agreement.endedTimestamp === undefined;
  const method = agreement?.paymentMethod;
  const end = useAction(() => ioi.policies.endCollection(policyId), {
    changes: [['policies', policyId]],
    then: () => setEnds(false),
  });
  const actions = may('collection:write') && (
    <>
      {may('clients:read') && (
        <Button onClick={() => setBegins(true)}>
          {t(isActive ? 'policies.changeCollection' : 'policies.beginCollection')}
        </Button>
      )}
      {isActive && <Button onClick={() => setEnds(true)}>{t('policies.endCollection')}</Button>}
    </>
  );
  return (
    <Section title={t('policies.collection')} actions={actions}>
      {agreement === undefined && <Empty>{t('policies.noCollection')}</Empty>}
      {method && (
        <Facts
          facts={[
            [t('policies.method'), `${method.brand ?? method.kind ?? ''} ${method.lastFour ?? ''}`.trim()],
            [
              t('policies.state'),
              <Badge key="state" tone={isActive ? methodTones[method.state] : undefined}>
                {isActive ? word('methodState', method.state) : t('policies.collectionEnded')}
              </Badge>,
            ],
            next && [t('policies.nextCharge'), <Day key="day" date={next.on} />],
            next && [t('policies.amount'), <Money key="amount" amount={next.amount} />],
          ]}
        />
      )}
      {charges.length > 0 && <Charges charges={charges} />}
      {begins && <BeginCollection policyId={policyId} clientId={clientId} close={() => setBegins(false)} />}
      {ends && (
        <Confirm action={t('policies.endCollection')} act={end} close={() => setEnds(false)}>
          {t('policies.endCollectionDetail')}
        </Confirm>
      )}
    </Section>
  );
}

function Charges({ charges }: { charges: readonly PolicyCharge[] }) {
  return (
    <Table
      label={t('policies.automaticCharges')}
      rows={charges}
      keyOf={({ id }) => id}
      columns={[
        { id: 'on', title: t('policies.date'), show: 'day' },
        {
          title: t('policies.state'),
          cell: ({ state }) => (
            <Badge tone={state === 'SUCCEEDED' ? 'good' : state === 'DECLINED' ? 'bad' : undefined}>
              {word('collectionState', state)}
            </Badge>
          ),
          width: '140px',
        },
        { id: 'reason', title: t('policies.reason'), wide: true },
        { id: 'amount', title: t('policies.amount'), show: 'money' },
      ]}
    />
  );
}
