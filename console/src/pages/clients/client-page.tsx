import { useState } from 'react';
import { useLocation } from 'wouter';
import { ioi, type ListedClient, NotFoundError, type Policy } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { ClockBar } from '../../parts/clock/clock-bar.js';
import { Files } from '../../parts/files.js';
import { type Figure, type RecordAction, RecordPage } from '../../parts/record-header.js';
import { priceOf } from '../../parts/standing.js';
import { Loaded } from '../../parts/states.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { TasksAbout } from '../../parts/tasks.js';
import { may } from '../../session/me.js';
import { day, money, number } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
import { Answers } from './answers.js';
import { ClientActivity } from './client-activity.js';
import { EditClient } from './edit-client.js';
import { EraseClient } from './erase-client.js';
import { Paperless } from './paperless.js';
import { PaymentMethods } from './payment-methods.js';
import { ClientPolicies, ClientQuotes, usePoliciesOfClient } from './records.js';

/** A client with its answers, quotes and policies. */
export function ClientPage({ clientId }: { clientId: string }) {
  const client = useRead(['clients', clientId], async (signal) => {
    const [found] = (await ioi.clients.list({ clientId }, { signal })).content;
    if (!found) throw new NotFoundError(t('shell.nothingHereDetail'), { status: 404 });
    return found;
  });
  return <Loaded query={client}>{(found) => <Client client={found} />}</Loaded>;
}

function Client({ client }: { client: ListedClient }) {
  const tab = useTabs(['policies', 'quotes', 'answers', 'methods', 'files', 'tasks', 'activity']);
  const [open, setOpen] = useState<'edit' | 'erase'>();
  const [, go] = useLocation();
  const { clientId, clientName, clientType, clientStatus } = client;
  const policies = usePoliciesOfClient(clientId);
  const close = () => setOpen(undefined);
  return (
    <RecordPage
      name={clientName || t('clients.noName')}
      kicker={[word('clientType', clientType), client.locationCode]}
      standing={
        <Badge tone={clientStatus === 'CLIENT' ? 'good' : undefined}>
          {word('clientStatus', clientStatus)}
        </Badge>
      }
      figures={figuresOf(client, policies.data)}
      actions={[
        ...when(may('quoting:fire'), {
          title: t('clients.quote'),
          look: 'main',
          act: () => go(`/sell?clientId=${clientId}`),
        }),
        ...when(may('clients:write'), { title: t('clients.edit'), act: () => setOpen('edit') }),
        ...when(may('clients:erase'), {
          title: t('clients.erase'),
          look: 'danger',
          act: () => setOpen('erase'),
        }),
      ]}
    >
      <ClockBar clockId={client.clockId} clientId={clientId} />
      <Tabs
        current={tab}
        tabs={[
          ['policies', t('policies.title'), policies.data?.length],
          ['quotes', t('quotes.title')],
          ['answers', t('clients.answers')],
          ['methods', t('clients.paymentMethods')],
          ...(may('files:read') ? [['files', t('files.title')] as const] : []),
          ...(may('tasks:read') ? [['tasks', t('tasks.title')] as const] : []),
          ['activity', t('activity.title')],
        ]}
      />
      {tab === 'answers' && <Answers clientId={clientId} />}
      {tab === 'quotes' && <ClientQuotes clientId={clientId} />}
      {tab === 'policies' && <ClientPolicies policies={policies} />}
      {tab === 'methods' && <PaymentMethods clientId={clientId} />}
      {tab === 'files' && may('files:read') && <Files of={{ clientId }} />}
      {tab === 'tasks' && <TasksAbout of={{ clientId }} />}
      {tab === 'activity' && <ClientActivity clientId={clientId} />}
      {open === 'edit' && <EditClient client={client} close={close} />}
      {open === 'erase' && <EraseClient client={client} close={close} />}
    </RecordPage>
  );
}

const when = (isAllowed: boolean, action: RecordAction): RecordAction[] => (isAllowed ? [action] : []);

/** What the client has with us; of policies only for those who may see them. */
function figuresOf(
  { clientId, createdTimestamp, updatedTimestamp }: ListedClient,
  policies: readonly Policy[] | undefined,
): (Figure | false)[] {
  const inForce = (policies ?? []).filter(({ policyState }) => policyState === 'ACTIVE');
  return [
    policies !== undefined && {
      name: t('clients.inForce'),
      value: number(inForce.length),
      note: t('policies.count', { n: policies.length }),
    },
    policies !== undefined && {
      name: t('clients.priceInForce'),
      value: money(inForce.reduce((sum, policy) => sum + priceOf(policy), 0)),
      note: t('clients.withTaxes'),
    },
    { name: t('clients.paperless'), value: <Paperless clientId={clientId} /> },
    {
      name: t('clients.since'),
      value: day(createdTimestamp),
      note: t('clients.changedOn', { date: day(updatedTimestamp) }),
    },
  ];
}
