import { useMutation } from '@tanstack/react-query';
import { ioi, type QuoteReplay } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Facts } from '../../parts/page.js';
import { textOf } from '../../parts/quotes/comparison-words.js';
import { Problem } from '../../parts/states.js';
import { t } from '../../texts/texts.js';
import { Differences } from './differences.js';

/** Rates a quote again on its version, and says whether every step is the same. Nothing is stored. */
export function Replay({ quoteId }: { quoteId: string }) {
  const replay = useMutation({ mutationFn: () => ioi.quotes.replay(quoteId) });
  return (
    <>
      <p>{t('quotes.replayDetail')}</p>
      <p>
        <Button look="main" busy={replay.isPending} onClick={() => replay.mutate()}>
          {t('quotes.replay')}
        </Button>
      </p>
      {replay.error && <Problem error={replay.error} retry={() => replay.mutate()} />}
      {replay.data && <Replayed replay={replay.data} />}
    </>
  );
}

function Replayed({ replay }: { replay: QuoteReplay }) {
  const { result, steps, worksheetSha256, resultDifferences, stepDifferences, stepDifferenceCount } = replay;
  const isSame = result === 'identical';
  return (
    <div role="status">
      <p>
        <Badge tone={isSame ? 'good' : 'bad'}>{isSame ? t('quotes.identical') : t('quotes.different')}</Badge>{' '}
        {isSame
          ? t('quotes.identicalDetail', { n: steps.replayed })
          : t('quotes.differentSteps', { n: stepDifferenceCount })}
      </p>
      <Facts
        facts={[
          [t('quotes.storedHash'), <code key="stored">{worksheetSha256.stored}</code>],
          [t('quotes.replayedHash'), <code key="replayed">{worksheetSha256.replayed}</code>],
        ]}
      />
      {!isSame && (
        <Differences
          label={t('quotes.different')}
          titles={[t('quotes.stored'), t('quotes.replayed')]}
          rows={[
            ...resultDifferences.map(({ field, stored, replayed }) => ({
              what: field,
              a: textOf(stored),
              b: textOf(replayed),
            })),
            ...stepDifferences.flatMap(({ number, step, fields }) =>
              fields.map(({ field, stored, replayed }) => ({
                what: `${number} ${step}: ${field}`,
                a: textOf(stored),
                b: textOf(replayed),
              })),
            ),
          ]}
        />
      )}
    </div>
  );
}
