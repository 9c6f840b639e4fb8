import type { ReactNode } from 'react';
import { ioi, type Permission, type Role, type Task } from '../../api/client.js';
import { addDays, today } from '../../api/days.js';
import { eventTitle } from '../../api/event-types.js';
import { Badge } from '../../parts/badge.js';
import type { IconName } from '../../parts/icon.js';
import { authorName, Day, Moment, Money } from '../../parts/values.js';
import { me } from '../../session/me.js';
import type { PlainKey } from '../../texts/keys.js';
import { t, word } from '../../texts/texts.js';

/** A line of a card: what it is, and what a person wants to know of it before opening it. */
export interface CardRow {
  to: string;
  what: string;
  /** Beside each other, with dots between them. */
  below: readonly ReactNode[];
  beside?: ReactNode;
}

/** A list that waits for somebody: how many there are (undefined: nobody counts them), the first of them, and where the others are. */
export interface Card {
  title: PlainKey;
  icon: IconName;
  needs: Permission;
  /** Who has it first on the page; others have it below. */
  roles: readonly Role[];
  /** Where the whole list is. */
  to: string;
  load: (options: { signal: AbortSignal }) => Promise<{ total: number | undefined; rows: CardRow[] }>;
}

/** So many lines fit a card. */
const size = 5;

const listed = async <Item,>(
  page: PromiseLike<{ content: readonly Item[]; totalElements: number }>,
  rowOf: (item: Item) => CardRow,
) => {
  const { content, totalElements } = await page;
  return { total: totalElements, rows: content.map(rowOf) };
};

const taskRow = ({ id, title, dueOn, priority }: Task): CardRow => ({
  to: `/tasks/${id}`,
  what: title,
  below: [dueOn === undefined ? t('tasks.noDue') : <Due key="due" day={dueOn} />],
  beside: priority === 'HIGH' && <Badge tone="warn">{word('taskPriority', priority)}</Badge>,
});

function Due({ day }: { day: string }) {
  const isOver = day < today();
  return (
    <span data-tone={isOver ? 'bad' : undefined}>
      {t(isOver ? 'tasks.overdueSince' : 'tasks.dueOn')} <Day date={day} />
    </span>
  );
}

const On = ({ what, date }: { what: string; date: string | undefined }) => (
  <>
    {what} <Day date={date} />
  </>
);

const attention = (reason: 'PAST_DUE' | 'CANCELLATION_NOTICE' | 'RENEWAL') =>
  `/queue?tab=policies&reason=${reason}`;

export const cards = {
  tasks: {
    title: 'home.tasks',
    icon: 'tasks',
    needs: 'tasks:read',
    roles: ['producer', 'service', 'author', 'admin'],
    to: '/tasks',
    load: (options) => listed(ioi.tasks.list({ owner: 'me', size }, options), taskRow),
  },
  roleTasks: {
    title: 'home.roleTasks',
    icon: 'tasks',
    needs: 'tasks:read',
    roles: ['service', 'billing'],
    to: '/tasks?tab=role',
    load: (options) => {
      const roles = me().roles.join(',');
      const query = { owner: 'none', size, ...(roles && { role: roles }) } as const;
      return listed(ioi.tasks.list(query, options), taskRow);
    },
  },
  acts: {
    title: 'home.acts',
    icon: 'assistants',
    needs: 'tasks:read',
    roles: ['admin'],
    to: '/assistants?state=WAITING',
    load: (options) =>
      listed(ioi.assistants.list({ state: 'WAITING', size }, options), (act) => ({
        to: `/assistants/${act.id}`,
        what: act.title,
        below: [authorName(act.askedBy), <Moment key="at" at={act.askedTimestamp} ago />],
        beside: act.money && <Money amount={act.money.amount} />,
      })),
  },
  referrals: {
    title: 'home.referrals',
    icon: 'queue',
    needs: 'quotes:decide',
    roles: ['underwriter'],
    to: '/queue',
    load: (options) =>
      listed(ioi.quotes.list({ underReview: true, oldestFirst: true, size }, options), (quote) => ({
        to: `/queue/${quote.requestId}`,
        what: quote.clientName ?? quote.lineName,
        below: [quote.lineName, <Moment key="at" at={quote.quoteTimestamp} ago />],
        beside: quote.assignedTo?.name ?? <Money amount={quote.premium} />,
      })),
  },
  pastDue: {
    title: 'home.pastDue',
    icon: 'money',
    needs: 'policies:read',
    roles: ['billing'],
    to: attention('PAST_DUE'),
    load: (options) =>
      listed(ioi.policies.listForAttention({ reason: 'PAST_DUE', size }, options), (policy) => ({
        to: `/policies/${policy.id}?tab=money`,
        what: policy.insuredName ?? policy.policyNumber,
        below: [policy.productName, <On key="on" what={t('home.since')} date={policy.pastDueSince} />],
        beside: <Money amount={policy.pastDueAmount} />,
      })),
  },
  notices: {
    title: 'home.notices',
    icon: 'holds',
    needs: 'policies:read',
    roles: ['billing', 'service'],
    to: attention('CANCELLATION_NOTICE'),
    load: (options) =>
      listed(ioi.policies.listForAttention({ reason: 'CANCELLATION_NOTICE', size }, options), (policy) => ({
        to: `/policies/${policy.id}`,
        what: policy.insuredName ?? policy.policyNumber,
        below: [
          policy.productName,
          <On key="on" what={t('home.cancels')} date={policy.cancellationNoticeOn} />,
        ],
        beside: <Money amount={policy.pastDueAmount} />,
      })),
  },
  renewals: {
    title: 'home.renewals',
    icon: 'policies',
    needs: 'policies:read',
    roles: ['producer'],
    to: '/policies',
    load: (options) => {
      const [expirationDateFrom, policyState] = [today(), 'ACTIVE'] as const;
      const expirationDateTo = addDays(expirationDateFrom, 30);
      const query = { expirationDateFrom, expirationDateTo, policyState, size };
      return listed(ioi.policies.search(query, options), (policy) => ({
        to: `/policies/${policy.id}`,
        what: policy.policyMeta.insuredName ?? policy.policyNumber,
        below: [policy.policyNumber, <Day key="on" date={policy.expirationDate} />],
        beside: <Money amount={policy.premium} />,
      }));
    },
  },
  failed: {
    title: 'home.failed',
    icon: 'events',
    needs: 'events:read',
    roles: ['admin'],
    to: '/queue?tab=events',
    load: (options) =>
      listed(ioi.events.list({ failedActions: true, acknowledged: false, size }, options), (event) => ({
        to: `/events/${event.triggerRequestId}`,
        what: eventTitle(event.type),
        below: [event.lineName, <Moment key="at" at={event.createdTimestamp} ago />],
      })),
  },
  jobs: {
    title: 'home.jobs',
    icon: 'jobs',
    needs: 'events:read',
    roles: ['admin'],
    to: '/jobs',
    load: (options) =>
      listed(ioi.jobs.list({ size }, options), ({ id, name, type, state, rows, createdTimestamp }) => ({
        to: `/jobs/${id}`,
        what: name ?? eventTitle(type),
        below: [<Moment key="at" at={createdTimestamp} ago />],
        beside: (
          <Badge tone={rows.failed > 0 ? 'warn' : state === 'DONE' ? 'good' : 'info'}>
            {state === 'RUNNING'
              ? t('jobs.ofRows', { ended: rows.done + rows.failed, total: rows.total })
              : word('jobState', state)}
          </Badge>
        ),
      })),
  },
  letters: {
    title: 'home.letters',
    icon: 'mail',
    needs: 'mail:read',
    roles: ['service'],
    to: '/mail?state=TO_PRINT',
    load: async (options) => {
      const { content, nextCursor } = await ioi.mails.list({ state: 'TO_PRINT', size }, options);
      const rows = content.map((mail) => ({
        to: `/mail/${mail.id}`,
        what: mail.subject ?? word('mailPurpose', mail.purpose),
        below: [<Moment key="at" at={mail.createdTimestamp} ago />],
        beside: word('mailPurpose', mail.purpose),
      }));
      return { total: nextCursor === undefined ? rows.length : undefined, rows };
    },
  },
} as const satisfies Record<string, Card>;

export type CardId = keyof typeof cards;
