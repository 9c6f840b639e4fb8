import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ioi, type ListedClient, NotFoundError } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { ClockBar } from '../../parts/clock/clock-bar.js';
import { Files } from '../../parts/files.js';
import { Facts, Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { TasksAbout } from '../../parts/tasks.js';
import { Moment } from '../../parts/values.js';
import { may } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';
import { Answers } from './answers.js';
import { ClientActivity } from './client-activity.js';
import { EditClient } from './edit-client.js';
import { EraseClient } from './erase-client.js';
import { Paperless } from './paperless.js';
import { PaymentMethods } from './payment-methods.js';
import { ClientPolicies, ClientQuotes } from './records.js';

/** A client with its answers, quotes and policies. */
export function ClientPage({ clientId }: { clientId: string }) {
  const client = useQuery({
    queryKey: ['clients', clientId],
    queryFn: async ({ signal }) => {
      const [found] = (await ioi.clients.list({ clientId }, { signal })).content;
      if (!found) throw new NotFoundError(t('shell.nothingHereDetail'), { status: 404 });
      return found;
    },
  });
  return <Loaded query={client}>{(found) => <Client client={found} />}</Loaded>;
}

function Client({ client }: { client: ListedClient }) {
  const tab = useTabs(['answers', 'quotes', 'policies', 'methods', 'files', 'tasks', 'activity']);
  const [open, setOpen] = useState<'edit' | 'erase'>();
  const { clientId, clientName, clientType, clientStatus, locationCode, createdTimestamp } = client;
  const close = () => setOpen(undefined);
  return (
    <Page
      title={clientName ?? t('clients.noName')}
      beside={
        <Badge tone={clientStatus === 'CLIENT' ? 'good' : undefined}>
          {word('clientStatus', clientStatus)}
        </Badge>
      }
      actions={
        <>
          {may('quoting:fire') && (
            <ButtonLink to={`/sell?clientId=${clientId}`}>{t('clients.quote')}</ButtonLink>
          )}
          {may('clients:write') && <Button onClick={() => setOpen('edit')}>{t('clients.edit')}</Button>}
          {may('clients:erase') && (
            <Button look="danger" onClick={() => setOpen('erase')}>
              {t('clients.erase')}
            </Button>
          )}
        </>
      }
    >
      <ClockBar clockId={client.clockId} clientId={clientId} />
      <Facts
        facts={[
          [t('clients.type'), word('clientType', clientType)],
          [t('clients.location'), locationCode],
          [t('clients.created'), <Moment key="created" at={createdTimestamp} />],
          [t('clients.paperless'), <Paperless key="paperless" clientId={clientId} />],
          [t('clients.changed'), <Moment key="changed" at={client.updatedTimestamp} />],
        ]}
      />
      <Tabs
        current={tab}
        tabs={[
          ['answers', t('clients.answers')],
          ['quotes', t('quotes.title')],
          ['policies', t('policies.title')],
          ['methods', t('clients.paymentMethods')],
          ...(may('files:read') ? [['files', t('files.title')] as const] : []),
          ...(may('tasks:read') ? [['tasks', t('tasks.title')] as const] : []),
          ['activity', t('activity.title')],
        ]}
      />
      {tab === 'answers' && <Answers clientId={clientId} />}
      {tab === 'quotes' && <ClientQuotes clientId={clientId} />}
      {tab === 'policies' && <ClientPolicies client={client} />}
      {tab === 'methods' && <PaymentMethods clientId={clientId} />}
      {tab === 'files' && may('files:read') && <Files of={{ clientId }} />}
      {tab === 'tasks' && <TasksAbout of={{ clientId }} />}
      {tab === 'activity' && <ClientActivity clientId={clientId} />}
      {open === 'edit' && <EditClient client={client} close={close} />}
      {open === 'erase' && <EraseClient client={client} close={close} />}
    </Page>
  );
}
