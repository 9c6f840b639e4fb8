import { Progress as Bar } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type Clock, ioi } from '../../api/client.js';
import { dayOfClock, hasClocks, useClock } from '../../api/clocks.js';
import { dayNumber } from '../../api/days.js';
import { queries, useAction } from '../../api/queries.js';
import { may } from '../../session/me.js';
import { day, utcTime } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
import { Badge } from '../badge.js';
import { Button } from '../button.js';
import { Notice } from '../notice.js';
import { Loaded, Problem } from '../states.js';
import { AdvanceForm } from './advance-form.js';
import s from './clock.module.css';
import type { ClockOf } from './clock-of.js';
import { LastStep } from './last-step.js';

/** What a clock does not change. */
const timeless = ['clocks', 'products', 'people', 'keys', 'roles'];

/** The day of a record's test clock, with what advances it and what happened meanwhile. Nothing without a clock. */
export function ClockBar(of: ClockOf) {
  const clock = useClock(of.clockId);
  if (!of.clockId || !hasClocks()) return null;
  return (
    <section className={s.bar} aria-label={t('clocks.bar')}>
      <Loaded query={clock} lines={1}>
        {(found) => <Shown clock={found} of={of} />}
      </Loaded>
    </section>
  );
}

function Shown({ clock, of }: { clock: Clock; of: ClockOf }) {
  const { id, name, state, businessTime, problem } = clock;
  const advance = useAction((to: string) => ioi.clocks.advance(id, { to }), { changes: [['clocks']] });
  const stop = useAction(() => ioi.clocks.stop(id), { changes: [['clocks']] });
  useReadAgain(clock);
  return (
    <>
      <div className={s.head}>
        <p className={s.time}>
          <Link href={`/clocks/${id}`}>{name}</Link>
          <strong className="numbers">{utcTime(businessTime)}</strong>
          <Badge tone={state === 'ADVANCING' ? 'info' : undefined}>{word('clockState', state)}</Badge>
        </p>
        {state === 'ADVANCING' ? (
          <Progress clock={clock}>
            {may('clocks:write') && (
              <Button onClick={() => stop.mutate(undefined)} busy={stop.isPending}>
                {t('clocks.stop')}
              </Button>
            )}
          </Progress>
        ) : (
          may('clocks:write') && (
            <AdvanceForm clock={clock} of={of} advance={advance.mutate} busy={advance.isPending} />
          )
        )}
      </div>
      {problem && <Notice tone="bad">{t('clocks.heldUp', { problem })}</Notice>}
      {advance.error && <Problem error={advance.error} />}
      {stop.error && <Problem error={stop.error} />}
      {may('events:read') && <LastStep clock={clock} />}
    </>
  );
}

/** When the clock has moved, records of the page are read again. */
function useReadAgain({ state, businessTime }: Clock): void {
  const moved = `${state} ${businessTime}`;
  const seen = useRef(moved);
  useEffect(() => {
    if (seen.current === moved) return;
    seen.current = moved;
    void queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => !timeless.includes(String(kind)) });
  }, [moved]);
}

/** How far an advance has come: the day reached, of that which it goes to. */
function Progress({ clock, children }: { clock: Clock; children: React.ReactNode }) {
  const { advance, businessTime } = clock;
  if (!advance) return children;
  const [from, at, to] = [advance.from, businessTime, advance.to].map(Date.parse) as [number, number, number];
  const text = t('clocks.reached', { at: day(dayOfClock(clock)), to: day(advance.to) });
  return (
    <div className={s.progress}>
      <Bar.Root className={s.reached} size="sm">
        <Bar.Section
          animated
          value={(100 * Math.min(Math.max(0, at - from), to - from)) / Math.max(1, to - from)}
          aria-label={t('clocks.progress')}
          aria-valuetext={text}
        />
      </Bar.Root>
      <span>
        {text} <span className="quiet">{t('clocks.daysLeft', { n: daysLeft(clock, advance.to) })}</span>
      </span>
      {children}
    </div>
  );
}

const daysLeft = (clock: Clock, to: string): number =>
  dayNumber(to.slice(0, 10)) - dayNumber(dayOfClock(clock));
