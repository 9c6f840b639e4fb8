import type { ReactNode } from 'react';
import { ioi, type Permission, type Role, type Task } from '../../api/client.js';
import { addDays, today } from '../../api/days.js';
import { eventTitle } from '../../api/event-types.js';
import { Badge } from '../../parts/badge.js';
import type { IconName } from '../../parts/icon.js';
import { Day, Moment, Money } from '../../parts/values.js';
import { me } from '../../session/me.js';
import type { PlainKey } from '../../texts/keys.js';
import { t, word } from '../../texts/texts.js';

/** A line of a card: what it is, and what a person wants to know of it before opening it. */
export interface CardRow {
  key: string;
  to: string;
  what: string;
  below?: ReactNode;
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
  load: (signal: AbortSignal) => Promise<{ total: number | undefined; rows: CardRow[] }>;
}

/** So many lines fit a card. */
const size = 5;

const taskRow = ({ id, title, dueOn, priority }: Task): CardRow => ({
  key: id,
  to: `/tasks/${id}`,
  what: title,
  below: dueOn === undefined ? t('tasks.noDue') : <Due day={dueOn} />,
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

const attention = (reason: 'PAST_DUE' | 'CANCELLATION_NOTICE' | 'RENEWAL') =>
  `/queue?tab=policies&reason=${reason}`;

export const cards = {
  tasks: {
    title: 'home.tasks',
    icon: 'tasks',
    needs: 'tasks:read',
    roles: ['producer', 'service', 'author', 'admin'],
    to: '/tasks',
    load: async (signal) => {
      const { content, totalElements } = await ioi.tasks.list({ owner: 'me', size }, { signal });
      return { total: totalElements, rows: content.map(taskRow) };
    },
  },
  roleTasks: {
    title: 'home.roleTasks',
    icon: 'tasks',
    needs: 'tasks:read',
    roles: ['service', 'billing'],
    to: '/tasks?tab=role',
    load: async (signal) => {
      const roles = me().roles.join(',');
      const query = { owner: 'none', size, ...(roles && { role: roles }) } as const;
      const { content, totalElements } = await ioi.tasks.list(query, { signal });
      return { total: totalElements, rows: content.map(taskRow) };
    },
  },
  referrals: {
    title: 'home.referrals',
    icon: 'queue',
    needs: 'quotes:decide',
    roles: ['underwriter'],
    to: '/queue',
    load: async (signal) => {
      const query = { underReview: true, oldestFirst: true, size };
      const { content, totalElements } = await ioi.quotes.list(query, { signal });
      const rows = content.map((quote) => ({
        key: quote.requestId,
        to: `/queue/${quote.requestId}`,
        what: quote.clientName ?? quote.lineName,
        below: (
          <>
            {quote.lineName} · <Moment at={quote.quoteTimestamp} ago />
          </>
        ),
        beside: quote.assignedTo?.name ?? <Money amount={quote.premium} />,
      }));
      return { total: totalElements, rows };
    },
  },
  pastDue: {
    title: 'home.pastDue',
    icon: 'money',
    needs: 'policies:read',
    roles: ['billing'],
    to: attention('PAST_DUE'),
    load: async (signal) => {
      const query = { reason: 'PAST_DUE', size } as const;
      const { content, totalElements } = await ioi.policies.listForAttention(query, { signal });
      const rows = content.map((policy) => ({
        key: policy.id,
        to: `/policies/${policy.id}?tab=money`,
        what: policy.insuredName ?? policy.policyNumber,
        below: (
          <>
            {policy.productName} · {t('home.since')} <Day date={policy.pastDueSince} />
          </>
        ),
        beside: <Money amount={policy.pastDueAmount} />,
      }));
      return { total: totalElements, rows };
    },
  },
  notices: {
    title: 'home.notices',
    icon: 'holds',
    needs: 'policies:read',
    roles: ['billing', 'service'],
    to: attention('CANCELLATION_NOTICE'),
    load: async (signal) => {
      const query = { reason: 'CANCELLATION_NOTICE', size } as const;
      const { content, totalElements } = await ioi.policies.listForAttention(query, { signal });
      const rows = content.map((policy) => ({
        key: policy.id,
        to: `/policies/${policy.id}`,
        what: policy.insuredName ?? policy.policyNumber,
        below: (
          <>
            {policy.productName} · {t('home.cancels')} <Day date={policy.cancellationNoticeOn} />
          </>
        ),
        beside: <Money amount={policy.pastDueAmount} />,
      }));
      return { total: totalElements, rows };
    },
  },
  renewals: {
    title: 'home.renewals',
    icon: 'policies',
    needs: 'policies:read',
    roles: ['producer'],
    to: '/policies',
    load: async (signal) => {
      const from = today();
      const expirationDateTo = addDays(from, 30);
      const query = { expirationDateFrom: from, expirationDateTo, policyState: 'ACTIVE', size } as const;
      const { content, totalElements } = await ioi.policies.search(query, { signal });
      const rows = content.map((policy) => ({
        key: policy.id,
        to: `/policies/${policy.id}`,
        what: policy.policyMeta.insuredName ?? policy.policyNumber,
        below: (
          <>
            {policy.policyNumber} · <Day date={policy.expirationDate} />
          </>
        ),
        beside: <Money amount={policy.premium} />,
      }));
      return { total: totalElements, rows };
    },
  },
  failed: {
    title: 'home.failed',
    icon: 'events',
    needs: 'events:read',
    roles: ['admin'],
    to: '/queue?tab=events',
    load: async (signal) => {
      const query = { failedActions: true, acknowledged: false, size };
      const { content, totalElements } = await ioi.events.list(query, { signal });
      const rows = content.map((event) => ({
        key: event.triggerRequestId,
        to: `/events/${event.triggerRequestId}`,
        what: eventTitle(event.type),
        below: (
          <>
            {event.lineName} · <Moment at={event.createdTimestamp} ago />
          </>
        ),
      }));
      return { total: totalElements, rows };
    },
  },
  jobs: {
    title: 'home.jobs',
    icon: 'jobs',
    needs: 'events:read',
    roles: ['admin'],
    to: '/jobs',
    load: async (signal) => {
      const { content, totalElements } = await ioi.jobs.list({ size }, { signal });
      const rows = content.map((job) => ({
        key: job.id,
        to: `/jobs/${job.id}`,
        what: job.name ?? eventTitle(job.type),
        below: <Moment at={job.createdTimestamp} ago />,
        beside: (
          <Badge tone={job.rows.failed > 0 ? 'warn' : job.state === 'DONE' ? 'good' : 'info'}>
            {job.state === 'RUNNING'
              ? t('jobs.ofRows', { ended: job.rows.done + job.rows.failed, total: job.rows.total })
              : word('jobState', job.state)}
          </Badge>
        ),
      }));
      return { total: totalElements, rows };
    },
  },
  letters: {
    title: 'home.letters',
    icon: 'mail',
    needs: 'mail:read',
    roles: ['service'],
    to: '/mail?state=TO_PRINT',
    load: async (signal) => {
      const { content, nextCursor } = await ioi.mails.list({ state: 'TO_PRINT', size }, { signal });
      const rows = content.map((mail) => ({
        key: mail.id,
        to: `/mail/${mail.id}`,
        what: mail.subject ?? word('mailPurpose', mail.purpose),
        below: <Moment at={mail.createdTimestamp} ago />,
        beside: word('mailPurpose', mail.purpose),
      }));
      return { total: nextCursor === undefined ? rows.length : undefined, rows };
    },
  },
} as const satisfies Record<string, Card>;

export type CardId = keyof typeof cards;
