import { useState } from 'react';
import { Link } from 'wouter';
import { ioi, type PolicyState } from '../../api/client.js';
import { addDays } from '../../api/days.js';
import { useRead } from '../../api/queries.js';
import { ClockBar } from '../../parts/clock/clock-bar.js';
import { Files } from '../../parts/files.js';
import { HoldBanner } from '../../parts/holds.js';
import { Notice } from '../../parts/notice.js';
import { Facts } from '../../parts/page.js';
import { lapseText } from '../../parts/policy-state.js';
import { type Figure, RecordPage } from '../../parts/record-header.js';
import { priceOf, StandingBadge } from '../../parts/standing.js';
import { Loaded } from '../../parts/states.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { TasksAbout } from '../../parts/tasks.js';
import { may } from '../../session/me.js';
import { day, money, shortDay } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
import { type ActionId, dialogOf } from './actions/actions.js';
import { fittingFirst } from './actions/fitting.js';
import { DocumentsTab } from './documents/documents-tab.js';
import { HistoryTab } from './history/history-tab.js';
import { MoneyTab } from './money/money-tab.js';
import { type PolicyRecord, usePolicy } from './record.js';
import { RiskTab } from './risk/risk-tab.js';
import { TimelineTab } from './timeline/timeline-tab.js';

/** A policy: what it covers, its timeline, money, documents and history, and what can be done with it. */
export function PolicyPage({ policyId }: { policyId: string }) {
  const policy = usePolicy(policyId);
  return <Loaded query={policy}>{(record) => <PolicyView record={record} />}</Loaded>;
}

function PolicyView({ record }: { record: PolicyRecord }) {
  const { policy } = record;
  const tab = useTabs(['risk', 'timeline', 'money', 'documents', 'history']);
  const [open, setOpen] = useState<ActionId>();
  const Opened = open && dialogOf(open);
  return (
    <RecordPage
      name={policy.policyMeta.insuredName || t('clients.noName')}
      to={may('clients:read') ? `/clients/${policy.clientId}` : undefined}
      number={policy.policyNumber}
      kicker={[policy.productName, ...sides(record)]}
      standing={policy.standing && <StandingBadge standing={policy.standing} />}
      figures={figuresOf(record)}
      actions={fittingFirst(record).map(({ id, title, look }, place) => ({
        title: t(title),
        look: look ?? (place === 0 ? 'main' : undefined),
        act: () => setOpen(id),
      }))}
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
      <Rare record={record} />
      <Tabs
        current={tab}
        tabs={[
          ['risk', t('policies.risk')],
          ['timeline', t('policies.timeline')],
          ['money', t('policies.money')],
          ['documents', t('policies.documents')],
          ['history', t('policies.history')],
        ]}
      />
      {tab === 'risk' && <RiskTab policy={policy} />}
      {tab === 'timeline' && <TimelineTab policy={policy} />}
      {tab === 'money' && <MoneyTab record={record} />}
      {tab === 'documents' && <DocumentsTab record={record} />}
      {tab === 'documents' && may('files:read') && <Files of={{ policyId: policy.id }} />}
      {tab === 'history' && <HistoryTab record={record} />}
      <TasksAbout of={{ policyId: policy.id }} />
      {Opened && <Opened record={record} close={() => setOpen(undefined)} />}
    </RecordPage>
  );
}

const hasEnded: ReadonlySet<PolicyState> = new Set(['INACTIVE_UNSETTLED', 'SETTLED', 'CLOSED']);

/** Who sold and who issued it, once if they are one. */
function sides({
  policy: { sellerOrganizationName: seller, issuingOrganizationName: issuer },
}: PolicyRecord) {
  return seller === issuer
    ? [issuer]
    : [t('policies.soldBy', { seller }), t('policies.issuedBy', { issuer })];
}

/** The fees for paying the current term in installments. */
const installmentFeesOf = ({ statements }: PolicyRecord): number =>
  statements
    .filter(({ state, termNumber }) => state !== 'VOID' && termNumber === statements.at(-1)?.termNumber)
    .reduce((sum, { details }) => sum + Number(details.instalmentFee ?? 0), 0);

function figuresOf(record: PolicyRecord): (Figure | false)[] {
  const { policy, finance } = record;
  const { effectiveDate, expirationDate, lastDayWithCoverage, premium, taxesAndFees = 0 } = policy;
  const fees = installmentFeesOf(record);
  const endsEarly = lastDayWithCoverage < addDays(expirationDate, -1);
  const isPastDue = finance.pastDueAmount > 0;
  return [
    {
      name: t('policies.term'),
      value: `${day(effectiveDate)} – ${day(expirationDate)}`,
      note:
        lastDayWithCoverage < effectiveDate
          ? t('policies.neverCovered')
          : endsEarly && t('policies.coveredThrough', { date: day(lastDayWithCoverage) }),
    },
    {
      name: t('policies.price'),
      value: money(priceOf(policy)),
      note: [
        t('policies.priceOf', { premium: money(premium), taxes: money(taxesAndFees) }),
        fees > 0 && t('policies.installmentFees', { amount: money(fees) }),
      ]
        .filter(Boolean)
        .join(' · '),
    },
    {
      name: t('policies.balance'),
      value: money(finance.balance),
      // Of a policy that has ended, whether anything is owed yet.
      note: [
        word('paymentStatus', policy.status),
        hasEnded.has(policy.policyState) && word('policyState', policy.policyState),
      ]
        .filter(Boolean)
        .join(' · '),
      tone: isPastDue ? 'bad' : undefined,
    },
    isPastDue && { name: t('policies.pastDue'), value: money(finance.pastDueAmount), tone: 'bad' },
    finance.nextDueDate !== null && {
      name: t('policies.nextDue'),
      value: money(finance.nextDueAmount ?? 0),
      note: `${shortDay(finance.nextDueDate)} · ${word('paymentPlan', policy.paymentPlan)}`,
    },
  ];
}

/** What few policies have. */
function Rare({ record: { policy } }: { record: PolicyRecord }) {
  const { lapses, rewrittenFrom, rewrittenTo } = policy;
  if (lapses.length === 0 && rewrittenFrom === undefined && rewrittenTo === undefined) return null;
  return (
    <Facts
      facts={[
        lapses.length > 0 && [t('policies.lapses'), lapses.map(lapseText).join('; ')],
        rewrittenFrom !== undefined && [
          t('policies.rewrittenFrom'),
          <OtherPolicy key="rewritten from" policyId={rewrittenFrom} />,
        ],
        rewrittenTo !== undefined && [
          t('policies.rewrittenTo'),
          <OtherPolicy key="rewritten to" policyId={rewrittenTo} />,
        ],
      ]}
    />
  );
}

/** The number of another policy, which leads there. */
function OtherPolicy({ policyId }: { policyId: string }) {
  const query = useRead(['policies', policyId, 'number'], (signal) =>
    ioi.policies.sections(policyId, { includePolicy: true }, { signal }),
  );
  return <Link href={`/policies/${policyId}`}>{query.data?.policy?.policyNumber ?? '…'}</Link>;
}
