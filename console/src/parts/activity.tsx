import { Chip, Group } from '@mantine/core';
import { Link } from 'wouter';
import { type ActivityEntry, type ActivityKind, ioi } from '../api/client.js';
import { type Rows, useList } from '../api/queries.js';
import { may } from '../session/me.js';
import { dayOf } from '../texts/formats.js';
import { t, word } from '../texts/texts.js';
import s from './activity.module.css';
import { describedBy, titleOf } from './activity-words.js';
import { Button } from './button.js';
import { oneOf, useFilters } from './filters.js';
import { Icon, type IconName } from './icon.js';
import { WithPeople } from './notes.js';
import { Empty } from './page.js';
import { Problem, Skeleton } from './states.js';
import { authorName, Clock, Money } from './values.js';

const icons: Record<ActivityKind, IconName> = {
  EVENT: 'events',
  CHANGE: 'policies',
  QUOTE: 'quotes',
  DECISION: 'queue',
  NOTE: 'note',
  DOCUMENT: 'document',
  PAYMENT: 'money',
  REFUND: 'money',
  STATEMENT: 'money',
  CLIENT: 'clients',
  HOLD: 'holds',
  LOOKUP: 'search',
  MAIL: 'mail',
  FILE: 'document',
  TASK: 'tasks',
  COLLECTION: 'money',
};
const withoutEvents = (Object.keys(icons) as ActivityKind[]).filter((kind) => kind !== 'EVENT');

/** What people look for together. */
const groups = {
  changes: ['CHANGE', 'CLIENT', 'QUOTE', 'DECISION', 'HOLD', 'LOOKUP'],
  money: ['PAYMENT', 'REFUND', 'STATEMENT', 'COLLECTION'],
  letters: ['MAIL', 'DOCUMENT', 'FILE'],
  notes: ['NOTE', 'TASK'],
} as const satisfies Record<string, readonly ActivityKind[]>;
type GroupName = keyof typeof groups;
const groupNames = Object.keys(groups) as GroupName[];
const declared = { kind: oneOf('ALL', ...groupNames) };
const idOf = ({ id }: ActivityEntry) => id;

/** What has happened to a client, a policy or a quote by days, the latest first. What events have done is told without them, unless asked. */
export function Activity({ of }: { of: { clientId: string } | { policyId: string } | { quoteId: string } }) {
  const [{ kind }, change] = useFilters(declared);
  const asked = kind === 'ALL' ? [] : kind === undefined ? withoutEvents : groups[kind];
  const query = { size: 100, ...(asked.length > 0 && { kinds: asked.join(',') }) };
  const list = useList([...keyOf(of), 'activity', query], (signal) => read(of, query, signal), idOf);
  const withheld = list.first?.withheld ?? [];
  return (
    <>
      <Chip.Group multiple={false} value={kind ?? ''} onChange={(chosen) => change({ kind: chosen })}>
        <Group gap={6} align="stretch" role="radiogroup" aria-label={t('activity.kind')}>
          <Chip variant="light" value="">
            {t('activity.withoutEvents')}
          </Chip>
          {groupNames.map((each) => (
            <Chip key={each} variant="light" value={each}>
              {t(`activity.${each}`)}
            </Chip>
          ))}
          <Chip variant="light" value="ALL">
            {t('activity.withEvents')}
          </Chip>
        </Group>
      </Chip.Group>
      {withheld.length > 0 && (
        <p className="quiet">
          {t('activity.withheld', { kinds: withheld.map((each) => word('activityKind', each)).join(', ') })}
        </p>
      )}
      <Feed list={list} />
    </>
  );
}

type Feeds = Parameters<typeof Activity>[0]['of'];
type FeedQuery = { size: number; kinds?: string };

function keyOf(of: Feeds): string[] {
  if ('policyId' in of) return ['policies', of.policyId];
  return 'quoteId' in of ? ['quotes', of.quoteId] : ['clients', of.clientId];
}

function read(of: Feeds, query: FeedQuery, signal: AbortSignal) {
  if ('policyId' in of) return ioi.policies.listActivity(of.policyId, query, { signal });
  if ('quoteId' in of) return ioi.quotes.listActivity(of.quoteId, query, { signal });
  return ioi.clients.listActivity(of.clientId, query, { signal });
}

function Feed({ list }: { list: Rows<ActivityEntry> }) {
  const { rows, isPending, error, hasMore, isLoadingMore } = list;
  if (isPending && !error) return <Skeleton lines={8} />;
  const days = byDay(rows);
  return (
    <div className={s.feed}>
      {error !== null && error !== undefined && (
        <Problem error={error} retry={list.retry} busy={list.isFetching} />
      )}
      {rows.length === 0 && !error && <Empty>{t('activity.none')}</Empty>}
      {[...days].map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ol>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      {hasMore && (
        <Button onClick={list.more} busy={isLoadingMore}>
          {t('activity.more')}
        </Button>
      )}
    </div>
  );
}

function byDay(entries: readonly ActivityEntry[]): Map<string, ActivityEntry[]> {
  const days = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.time);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { kind, time, author } = entry;
  const to = pathOf(entry);
  const said = titleOf(entry);
  return (
    <li>
      <span className={s.icon} title={word('activityKind', kind)}>
        <Icon name={icons[kind]} />
      </span>
      <p className={s.said}>
        {to === undefined ? said : <Link href={to}>{said}</Link>}
        <Described entry={entry} />
      </p>
      <p className={s.by}>
        {authorName(author)} · <Clock at={time} />
      </p>
    </li>
  );
}

/** What a person wrote, or what the service says of it. */
function Described({ entry }: { entry: ActivityEntry }) {
  const { details, kind } = entry;
  const { amount } = details;
  const described = describedBy(entry);
  return (
    <>
      {typeof amount === 'number' && (kind === 'PAYMENT' || kind === 'REFUND' || kind === 'STATEMENT') && (
        <span className={s.amount}>
          <Money amount={amount} />
        </span>
      )}
      {described !== undefined && (
        <span className={s.text}>
          <WithPeople text={described} />
        </span>
      )}
    </>
  );
}

/** The page of what an entry tells of, as far as the person may see it. */
function pathOf({ kind, recordId, about: { triggerRequestId, quoteId } }: ActivityEntry): string | undefined {
  if (kind === 'TASK' && recordId !== undefined && may('tasks:read')) return `/tasks/${recordId}`;
  if (kind === 'MAIL' && recordId !== undefined && may('mail:read')) return `/mail/${recordId}`;
  if ((kind === 'QUOTE' || kind === 'DECISION') && quoteId !== undefined && may('quotes:read'))
    return `/quotes/${quoteId}`;
  return triggerRequestId !== undefined && may('events:read') ? `/events/${triggerRequestId}` : undefined;
}
