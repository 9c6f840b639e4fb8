import { useState } from 'react';
import { type ConcerningHold, type HoldEffect, type HoldState, ioi } from '../api/client.js';
import { errorAt } from '../api/problems.js';
import { useAction, useRead } from '../api/queries.js';
import { may } from '../session/me.js';
import { day } from '../texts/formats.js';
import { t, word } from '../texts/texts.js';
import { Badge } from './badge.js';
import { Button, ButtonLink } from './button.js';
import { TextAreaField } from './field.js';
import { FormDialog } from './form-dialog.js';
import { Notice } from './notice.js';

/** What a hold can stop, in the order of a policy's life. */
export const heldBusiness = [
  'newQuotes',
  'binding',
  'addedCoverage',
  'raisedLimits',
  'loweredDeductibles',
  'reinstatements',
  'renewals',
] as const;

export function HoldBadge({ state }: { state: HoldState }) {
  return <Badge tone={state === 'IN_FORCE' ? 'bad' : undefined}>{word('holdState', state)}</Badge>;
}

export function daysOfHold({ firstDay, lastDay }: Pick<ConcerningHold, 'firstDay' | 'lastDay'>): string {
  return lastDay === null ? t('holds.since', { from: day(firstDay) }) : `${day(firstDay)} – ${day(lastDay)}`;
}

const shown = 8;
const some = (names: readonly string[]) =>
  names.length > shown ? `${names.slice(0, shown).join(', ')} +${names.length - shown}` : names.join(', ');

export function placeOfHold({ place: { states, zips, counties } }: Pick<ConcerningHold, 'place'>): string {
  return [
    some(states),
    zips.length > 0 && `${t('holds.zip')} ${some(zips)}`,
    counties.length > 0 && `${t('holds.county')} ${some(counties)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

export function stopsOfHold({ stops }: Pick<ConcerningHold, 'stops'>): string {
  return heldBusiness
    .flatMap((business) => {
      const action = stops[business];
      return action === undefined ? [] : [`${word('heldBusiness', business)}: ${word('holdAction', action)}`];
    })
    .join(' · ');
}

/** What becomes of business that it stops: of several, what needs a person first. */
function nextStepOf({ stops }: Pick<ConcerningHold, 'stops'>): string {
  const found = (['REFER', 'FREEZE', 'DECLINE'] as const).filter((action) =>
    Object.values(stops).includes(action),
  );
  return found.map((action) => t(`holds.nextStep.${action}`)).join(' ');
}

type Concerned = { lineId: string } | { quoteId: string } | { policyId: string };

/** The holds that concern a product, a quote or a policy now; nothing where none does. */
export function HoldBanner({ of }: { of: Concerned }) {
  const [overridden, setOverridden] = useState<ConcerningHold>();
  const { data } = useRead(['holds', 'concerning', of], (signal) => ioi.holds.concerning(of, { signal }), {
    enabled: may('holds:read'),
  });
  const mayOpen = may('holds:write') || may('holds:override');
  return (
    <>
      {data?.holds.map((hold) => (
        <Notice
          key={hold.id}
          tone="bad"
          title={t('holds.banner', { name: hold.title })}
          actions={
            <>
              {mayOpen && <ButtonLink to={`/holds/${hold.id}`}>{t('holds.details')}</ButtonLink>}
              {!('lineId' in of) && may('holds:override') && (
                <Button onClick={() => setOverridden(hold)}>{t('holds.override')}</Button>
              )}
            </>
          }
        >
          {daysOfHold(hold)} · {placeOfHold(hold)}
          <br />
          {stopsOfHold(hold)}
          <br />
          {nextStepOf(hold)}
        </Notice>
      ))}
      {overridden && !('lineId' in of) && (
        <Override hold={overridden} of={of} close={() => setOverridden(undefined)} />
      )}
    </>
  );
}

function Override({
  hold,
  of,
  close,
}: {
  hold: ConcerningHold;
  of: { quoteId: string } | { policyId: string };
  close: () => void;
}) {
  const [reason, setReason] = useState('');
  const override = useAction(() => ioi.holds.override(hold.id, { ...of, reason }), {
    done: () => t('holds.overridden', { name: hold.title }),
    changes: [['holds'], ['quotes'], ['policies']],
    then: close,
  });
  return (
    <FormDialog
      title={t('holds.overrideTitle', { name: hold.title })}
      says={t('quoteId' in of ? 'holds.overridesQuote' : 'holds.overridesPolicy')}
      action={t('holds.override')}
      act={override}
      disabled={reason.trim() === ''}
      fields={['/reason']}
      close={close}
    >
      <TextAreaField
        label={t('holds.reason')}
        value={reason}
        onValue={setReason}
        error={errorAt(override.error, '/reason')}
      />
    </FormDialog>
  );
}

/** What holds would do with something that is only previewed; nothing where none does. */
export function HoldEffects({ holds }: { holds: readonly HoldEffect[] }) {
  return holds.map(({ holdId, message }) => <Notice key={holdId}>{message}</Notice>);
}
