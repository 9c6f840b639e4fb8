import { Stack } from '@mantine/core';
import type { PolicyTimelineChange } from '../../../api/client.js';
import { Badge } from '../../../parts/badge.js';
import { Button } from '../../../parts/button.js';
import { Day, Moment, Money } from '../../../parts/values.js';
import { day } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';
import { authorOf } from '../values.js';
import s from './timeline.module.css';

/** Every change of a policy, in the order of recording, with what it altered. */
export function Changes({
  all,
  known,
  show,
}: {
  all: readonly PolicyTimelineChange[];
  known: readonly PolicyTimelineChange[];
  show: (day: string) => void;
}) {
  const seen = new Map(known.map((change) => [change.sequence, change]));
  return (
    <Stack component="ol" gap={12}>
      {all.map((change) => {
        const { sequence, kind, effectiveDate, recordedTimestamp, premiumChange, createdBy } = change;
        const then = seen.get(sequence);
        return (
          <li key={sequence} className={s.change} data-known={then !== undefined}>
            <div className={s.changeHead}>
              <strong>{word('policyChange', kind)}</strong>
              <Money amount={premiumChange} />
              {!then && <Badge>{t('policies.notKnown')}</Badge>}
              {then && !then.applies && <Badge>{t('policies.notInForce')}</Badge>}
              <Button
                onClick={() => show(effectiveDate)}
                aria-label={t('policies.showDay', { date: day(effectiveDate) })}
              >
                <Day date={effectiveDate} />
              </Button>
            </div>
            {change.differences.length > 0 && (
              <ul className={s.differences}>
                {change.differences.map(({ what, before, after }) => (
                  <li key={what}>
                    <Altered what={what} before={before} after={after} />
                  </li>
                ))}
              </ul>
            )}
            <p className="quiet">
              {t('policies.recorded')} <Moment at={recordedTimestamp} /> {authorOf(createdBy)}
            </p>
          </li>
        );
      })}
    </Stack>
  );
}

type Difference = PolicyTimelineChange['differences'][number];

/** What was altered; of what came or went as a whole, such as a vehicle, its answers below it. */
function Altered({ what, before, after }: Difference) {
  const lines = (before ?? after ?? '').split('\n');
  if (lines.length === 1 || (before !== null && after !== null)) {
    return (
      <>
        {what}: <del>{before ?? '–'}</del> → <ins>{after ?? '–'}</ins>
      </>
    );
  }
  return (
    <>
      <strong>{what}</strong> {t(before === null ? 'policies.itemAdded' : 'policies.itemRemoved')}
      <ul className={s.item}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
