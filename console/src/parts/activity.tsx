import { Link } from 'wouter';
import { type ActivityEntry, type ActivityKind, ioi } from '../api/client.js';
import { eventTitle } from '../api/event-types.js';
import { useList } from '../api/queries.js';
import { may } from '../session/me.js';
import { currentLanguage, t, word } from '../texts/texts.js';
import { SelectField } from './field.js';
import { oneOf, useFilters } from './filters.js';
import { Icon, type IconName } from './icon.js';
import { Empty } from './page.js';
import s from './parts.module.css';
import { type Column, ListTable } from './table.js';
import { authorName, Moment } from './values.js';

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
  MAIL: 'note',
  FILE: 'document',
  TASK: 'jobs',
  COLLECTION: 'money',
};
const kinds = Object.keys(icons) as ActivityKind[];
const withoutEvents = kinds.filter((kind) => kind !== 'EVENT');
const declared = { kind: oneOf('ALL', ...kinds) };
const idOf = ({ id }: ActivityEntry) => id;

/** What has happened to a client or a policy, the latest first. What events have done is told without them, unless asked. */
export function Activity({ of }: { of: { clientId: string } | { policyId: string } }) {
  const [{ kind }, change] = useFilters(declared);
  const asked = kind === 'ALL' ? [] : kind === undefined ? withoutEvents : [kind];
  const query = { size: 100, ...(asked.length > 0 && { kinds: asked.join(',') }) };
  const list = useList(
    [...('policyId' in of ? ['policies', of.policyId] : ['clients', of.clientId]), 'activity', query],
    (signal) =>
      'policyId' in of
        ? ioi.policies.listActivity(of.policyId, query, { signal })
        : ioi.clients.listActivity(of.clientId, query, { signal }),
    idOf,
  );
  const withheld = list.first?.withheld ?? [];
  return (
    <>
      <SelectField
        label={t('activity.kind')}
        value={kind ?? ''}
        choices={[
          ['', t('activity.withoutEvents')],
          ['ALL', t('parts.any')],
          ...kinds.map((each) => [each, word('activityKind', each)] as const),
        ]}
        onValue={(chosen) => change({ kind: chosen })}
      />
      {withheld.length > 0 && (
        <p className="quiet">
          {t('activity.withheld', { kinds: withheld.map((each) => word('activityKind', each)).join(', ') })}
        </p>
      )}
      <ListTable
        label={t('activity.title')}
        list={list}
        columns={columns()}
        keyOf={idOf}
        empty={<Empty>{t('activity.none')}</Empty>}
      />
    </>
  );
}

function columns(): Column<ActivityEntry>[] {
  const run: Column<ActivityEntry> = {
    title: t('policies.run'),
    cell: ({ about: { triggerRequestId } }) =>
      triggerRequestId ? <Link href={`/events/${triggerRequestId}`}>{t('policies.run')}</Link> : '–',
    width: '96px',
    wide: true,
  };
  return [
    {
      title: t('activity.kind'),
      cell: ({ kind }) => (
        <span className={s.named}>
          <Icon name={icons[kind]} /> {word('activityKind', kind)}
        </span>
      ),
      width: '150px',
    },
    { title: t('activity.what'), cell: wordsOf, below: ({ time }) => <Moment at={time} /> },
    { title: t('activity.when'), cell: ({ time }) => <Moment at={time} />, width: '190px', wide: true },
    { title: t('policies.by'), cell: ({ author }) => authorName(author), width: '180px', wide: true },
    ...(may('events:read') ? [run] : []),
  ];
}

/** Kinds whose types have words in every language. */
const inWords: readonly ActivityKind[] = [
  ...(['CHANGE', 'NOTE', 'PAYMENT', 'REFUND', 'STATEMENT', 'CLIENT', 'MAIL', 'COLLECTION'] as const),
  ...(['FILE', 'DOCUMENT', 'TASK', 'HOLD', 'LOOKUP'] as const),
];
/** Kinds whose titles name what they are about, after a colon. */
const naming: readonly ActivityKind[] = ['FILE', 'DOCUMENT', 'TASK', 'HOLD', 'LOOKUP', 'MAIL'];

function typeInWords({ kind, type, title, details: { purpose } }: ActivityEntry): string {
  const [, about] = /: (.*)/s.exec(title) ?? [];
  if (kind === 'COLLECTION')
    return `${word('activityKind', kind)}: ${word('collectionState', type.slice(11))}`;
  const said =
    kind === 'MAIL'
      ? `${word('activityKind', kind)} (${word('mailState', type.slice(5))})`
      : word('policyEvent', type);
  if (about === undefined || !naming.includes(kind)) return said;
  const isPurpose = String(purpose).replaceAll('_', ' ').toLowerCase() === about.toLowerCase();
  return `${said}: ${isPurpose ? word('mailPurpose', String(purpose)) : about}`;
}

/** The title, in the language of the console as far as it has words, and what a person has written. */
function wordsOf(entry: ActivityEntry): string {
  const { kind, title, details } = entry;
  const { description } = details;
  const said =
    kind === 'EVENT'
      ? eventTitle(entry.type)
      : currentLanguage() === 'en' || !inWords.includes(kind)
        ? title
        : typeInWords(entry);
  return typeof description === 'string' ? `${said}: ${description}` : said;
}
