import { useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import { type Clock, ioi, type ListedEvent } from '../../api/client.js';
import { eventTitle } from '../../api/event-types.js';
import { useRead } from '../../api/queries.js';
import { hasPage } from '../../shell/areas.js';
import { day } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { State } from '../events/event-table.js';
import { Problem } from '../states.js';
import { Day } from '../values.js';
import s from './clock.module.css';

const pollMs = 1_000;
const mostShown = 50;

/** The last steps that this page has seen, by clock: from which business time on. */
const seen = new Map<string, string>();

/** What has happened under a clock since its last step began, newest last. */
export function LastStep({ clock }: { clock: Clock }) {
  const { id, state, advance } = clock;
  if (advance) seen.set(id, advance.from);
  const from = seen.get(id);
  const query = { clockId: id, size: mostShown };
  const events = useRead(
    ['events', 'of clock', query],
    async (signal) => (await ioi.events.list(query, { signal })).content,
    { enabled: from !== undefined, refetchInterval: state === 'ADVANCING' ? pollMs : false },
  );
  const title = useId();
  const list = useRef<HTMLDivElement>(null);
  const happened = (events.data ?? []).filter(({ businessTimestamp: at }) => from && at && at > from);
  const count = happened.length;
  useEffect(() => {
    if (count > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  if (from === undefined) return null;
  return (
    <>
      {events.error && <Problem error={events.error} retry={() => void events.refetch()} />}
      <h2 className={s.title} id={title}>
        {t('clocks.since', { day: day(from) })}
      </h2>
      {count === 0 && state === 'READY' && !events.isFetching && (
        <p className="quiet">{t('clocks.nothingHappened')}</p>
      )}
      <div ref={list} className={s.events} role="log" aria-labelledby={title}>
        <ol>
          {happened.toSorted(byTime).map((event) => (
            <li key={event.triggerRequestId}>
              <Day date={event.businessTimestamp} />
              <Link href={`/events/${event.triggerRequestId}`}>{eventTitle(event.type)}</Link>
              {isUsual(event) || <State event={event} />}
            </li>
          ))}
        </ol>
      </div>
      {count === mostShown && hasPage('/events') && (
        <Link href={`/events?clockId=${id}`}>{t('clocks.allEvents')}</Link>
      )}
    </>
  );
}

/** It has ended, and nothing failed. */
const isUsual = ({ state, failedActionCount }: ListedEvent) =>
  state === 'COMPLETED' && failedActionCount === 0;

/** By business time; events of the same moment by when they were recorded. */
function byTime(a: ListedEvent, b: ListedEvent): number {
  const key = ({ businessTimestamp, createdTimestamp }: ListedEvent) =>
    `${businessTimestamp} ${createdTimestamp}`;
  return key(a).localeCompare(key(b));
}
