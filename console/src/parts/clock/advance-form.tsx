import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { type Clock, ioi, type Policy } from '../../api/client.js';
import { dayOfClock, daysLater, momentOfDay, monthsLater } from '../../api/clocks.js';
import { addDays } from '../../api/days.js';
import { useRead } from '../../api/queries.js';
import { may } from '../../session/me.js';
import { day } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { Button } from '../button.js';
import { TextField } from '../field.js';
import s from './clock.module.css';
import type { ClockOf } from './clock-of.js';

/** Where a clock can be advanced to: the next thing due, a week, a month, the renewal, or a day. */
export function AdvanceForm({
  clock,
  of,
  advance,
  busy,
}: {
  clock: Clock;
  of: ClockOf;
  advance: (to: string) => void;
  busy: boolean;
}) {
  const [until, setUntil] = useState('');
  const { businessTime, nextDueTimestamp } = clock;
  const renewing = useRenewing(clock, of);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (until !== '' && !busy) advance(momentOfDay(until));
  };
  const steps: readonly (readonly [text: string, to: string | undefined, title?: string | undefined])[] = [
    [t('clocks.toNext'), nextDueTimestamp, nextDueTimestamp ? day(nextDueTimestamp) : t('clocks.nothingDue')],
    [t('clocks.aWeek'), daysLater(businessTime, 7)],
    [t('clocks.aMonth'), monthsLater(businessTime, 1)],
  ];
  return (
    <div className={s.steps}>
      {steps.map(([text, to, title]) => (
        <Button
          key={text}
          title={title}
          disabled={to === undefined || busy}
          onClick={() => to && advance(to)}
        >
          {text}
        </Button>
      ))}
      {renewing?.policyState === 'ACTIVE' && (
        <Button
          title={day(renewing.expirationDate)}
          disabled={busy}
          onClick={() => advance(momentOfDay(renewing.expirationDate))}
        >
          {t('clocks.toRenewal')}
        </Button>
      )}
      <form className={s.day} onSubmit={submit}>
        <TextField
          type="date"
          label={t('clocks.toDay')}
          min={addDays(dayOfClock(clock), 1)}
          value={until}
          onValue={setUntil}
        />
        <Button type="submit" disabled={until === ''} busy={busy}>
          {t('clocks.advance')}
        </Button>
      </form>
      {renewing && (
        <Link href={`/policies/${renewing.id}?tab=timeline#what-comes`} onClick={showWhatComes}>
          {t('clocks.whatComes')}
        </Link>
      )}
    </div>
  );
}

/** The policy of the page, or that of the client that ends first, if its term has not ended yet. */
function useRenewing(clock: Clock, { clientId, policyId }: ClockOf): Policy | undefined {
  const policies = useRead(
    ['policies', 'of client', clientId],
    (signal) => ioi.policies.listOfClient(clientId ?? '', { signal }),
    { enabled: clientId !== undefined && may('policies:read') },
  );
  return (policies.data ?? [])
    .filter(({ id }) => policyId === undefined || id === policyId)
    .filter(
      ({ policyState, expirationDate }) => policyState !== 'CLOSED' && expirationDate > dayOfClock(clock),
    )
    .toSorted((a, b) => a.expirationDate.localeCompare(b.expirationDate))[0];
}

/** On the policy's timeline itself, the list is there already. */
const showWhatComes = () => document.getElementById('what-comes')?.scrollIntoView();
