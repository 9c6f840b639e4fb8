import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { ioi } from '../../api/client.js';
import { addDays } from '../../api/days.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { ClockBar } from '../../parts/clock/clock-bar.js';
import { Files } from '../../parts/files.js';
import { HoldBanner } from '../../parts/holds.js';
import { Notice } from '../../parts/notice.js';
import { Facts, Page } from '../../parts/page.js';
import { lapseText, PolicyBadge } from '../../parts/policy-state.js';
import { Loaded } from '../../parts/states.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { TasksAbout } from '../../parts/tasks.js';
import { Day, Money } from '../../parts/values.js';
import { may } from '../../session/me.js';
import { money } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
import { type ActionId, actionsOf, dialogOf } from './actions/actions.js';
import { More } from './actions/more.js';
import { DocumentsTab } from './documents/documents-tab.js';
import { HistoryTab } from './history/history-tab.js';
import { MoneyTab } from './money/money-tab.js';
import { type PolicyRecord, usePolicy } from './record.js';
import { TimelineTab } from './timeline/timeline-tab.js';

/** A policy: its timeline, money, documents and history, and what can be done with it. */
export function PolicyPage({ policyId }: { policyId: string }) {
  const policy = usePolicy(policyId);
  return <Loaded query={policy}>{(record) => <PolicyView record={record} />}</Loaded>;
}

function PolicyView({ record }: { record: PolicyRecord }) {
  const { policy } = record;
  const tab = useTabs(['timeline', 'money', 'documents', 'history']);
  const [open, setOpen] = useState<ActionId | 'more'>();
  const actions = actionsOf(record);
  const rare = actions.filter(({ isRare }) => isRare);
  const Opened = open && open !== 'more' && dialogOf(open);
  return (
    <Page
      title={policy.policyNumber}
      beside={<PolicyBadge policy={policy} today={record.today} />}
      actions={
        <>
          {actions
            .filter(({ isRare }) => !isRare)
            .map(({ id, title, look }) => (
              <Button key={id} look={look} onClick={() => setOpen(id)}>
                {t(title)}
              </Button>
            ))}
          {rare.length > 0 && <Button onClick={() => setOpen('more')}>{t('policies.more')}</Button>}
        </>
      }
    >
      <ClockBar clockId={policy.clockId} clientId={policy.clientId} policyId={policy.id} />
      <HoldBanner of={{ policyId: policy.id }} />
      {policy.reinstatementWaits && (
        <Notice>
          {t('policies.reinstatementWaits', {
            reason: policy.reinstatementWaits.reason,
            amount: money(policy.reinstatementWaits.amount),
          })}
        </Notice>
      )}
      <Head record={record} />
      <Tabs
        current={tab}
        tabs={[
          ['timeline', t('policies.timeline')],
          ['money', t('policies.money')],
          ['documents', t('policies.documents')],
          ['history', t('policies.history')],
        ]}
      />
      {tab === 'timeline' && <TimelineTab policy={policy} />}
      {tab === 'money' && <MoneyTab record={record} />}
      {tab === 'documents' && <DocumentsTab record={record} />}
      {tab === 'documents' && may('files:read') && <Files of={{ policyId: policy.id }} />}
      {tab === 'history' && <HistoryTab record={record} />}
      <TasksAbout of={{ policyId: policy.id }} />
      {open === 'more' && <More actions={rare} open={setOpen} close={() => setOpen(undefined)} />}
      {Opened && <Opened record={record} close={() => setOpen(undefined)} />}
    </Page>
  );
}

function Head({ record: { policy, finance } }: { record: PolicyRecord }) {
  const insured = policy.policyMeta.insuredName ?? '–';
  return (
    <Facts
      facts={[
        [
          t('policies.insured'),
          may('clients:read') ? (
            <Link key="insured" href={`/clients/${policy.clientId}`}>
              {insured}
            </Link>
          ) : (
            insured
          ),
        ],
        [t('policies.product'), policy.productName],
        [
          t('policies.term'),
          <span key="term">
            <Day date={policy.effectiveDate} /> – <Day date={addDays(policy.expirationDate, -1)} />
          </span>,
        ],
        policy.lastDayWithCoverage < addDays(policy.expirationDate, -1) && [
          t('policies.lastDay'),
          <Day key="last" date={policy.lastDayWithCoverage} />,
        ],
        policy.lapses.length > 0 && [
          t('policies.lapses'),
          <span key="lapses">{policy.lapses.map(lapseText).join('; ')}</span>,
        ],
        [t('policies.premium'), <Money key="premium" amount={policy.premium} />],
        [
          t('policies.balance'),
          <span key="balance">
            <Money amount={finance.balance} />{' '}
            <Badge tone={finance.pastDueAmount > 0 ? 'bad' : undefined}>
              {word('paymentStatus', policy.status)}
            </Badge>
          </span>,
        ],
        finance.pastDueAmount > 0 && [
          t('policies.pastDue'),
          <Money key="past due" amount={finance.pastDueAmount} />,
        ],
        finance.nextDueDate !== null && [
          t('policies.nextDue'),
          <span key="next due">
            <Money amount={finance.nextDueAmount} /> · <Day date={finance.nextDueDate} />
          </span>,
        ],
        [t('policies.plan'), word('paymentPlan', policy.paymentPlan)],
        [t('policies.seller'), policy.sellerOrganizationName],
        [t('policies.issuer'), policy.issuingOrganizationName],
        policy.rewrittenFrom !== undefined && [
          t('policies.rewrittenFrom'),
          <OtherPolicy key="rewritten from" policyId={policy.rewrittenFrom} />,
        ],
        policy.rewrittenTo !== undefined && [
          t('policies.rewrittenTo'),
          <OtherPolicy key="rewritten to" policyId={policy.rewrittenTo} />,
        ],
      ]}
    />
  );
}

/** The number of another policy, which leads there. */
function OtherPolicy({ policyId }: { policyId: string }) {
  const query = useQuery({
    queryKey: ['policies', policyId, 'number'],
    queryFn: ({ signal }) => ioi.policies.sections(policyId, { includePolicy: true }, { signal }),
  });
  return <Link href={`/policies/${policyId}`}>{query.data?.policy?.policyNumber ?? '…'}</Link>;
}
