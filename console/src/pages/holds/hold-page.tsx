import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { type HoldWithOverrides, ioi } from '../../api/client.js';
import { useProductChoices } from '../../api/products.js';
import { useAction, useRead } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { daysOfHold, HoldBadge, placeOfHold, stopsOfHold } from '../../parts/holds.js';
import { Empty, Facts, Page, Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Moment } from '../../parts/values.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';

/** A hold: what it stops, where and when, and for what it was overridden. */
export function HoldPage({ holdId }: { holdId: string }) {
  const hold = useRead(['holds', holdId], (signal) => ioi.holds.get(holdId, { signal }));
  return <Loaded query={hold}>{(found) => <HoldView hold={found} />}</Loaded>;
}

function HoldView({ hold }: { hold: HoldWithOverrides }) {
  const [isEnding, setEnding] = useState(false);
  const products = useProductChoices();
  const { id, title, reason, coverages, createdBy, createdTimestamp, endedTimestamp, overrides } = hold;
  return (
    <Page
      title={title}
      beside={<HoldBadge state={hold.state} />}
      actions={
        may('holds:write') &&
        hold.state !== 'ENDED' && (
          <Button look="danger" onClick={() => setEnding(true)}>
            {t('holds.end')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('holds.days'), daysOfHold(hold)],
          [t('holds.place'), placeOfHold(hold)],
          [t('holds.stops'), stopsOfHold(hold)],
          [t('holds.coverages'), coverages.length === 0 ? t('holds.all') : coverages.join(', ')],
          [
            t('holds.product'),
            hold.lineId === undefined
              ? t('holds.all')
              : (products.find(([id]) => id === hold.lineId)?.[1] ?? '–'),
          ],
          reason !== undefined && [t('holds.reason'), reason],
          [t('holds.declaredBy'), String(createdBy.name ?? '–')],
          [t('clients.created'), <Moment key="created" at={createdTimestamp} />],
          endedTimestamp !== undefined && [t('holds.ended'), <Moment key="ended" at={endedTimestamp} />],
        ]}
      />
      <Section title={t('holds.overrides')}>
        {overrides.length === 0 && <Empty>{t('holds.noOverrides')}</Empty>}
        <Stack component="ul" gap={8}>
          {overrides.map((each) => (
            <li key={each.id}>
              <Moment at={each.createdTimestamp} />{' '}
              <Link href={each.quoteId ? `/quotes/${each.quoteId}` : `/policies/${each.policyId}`}>
                {t(each.quoteId ? 'holds.forQuote' : 'holds.forPolicy')}
              </Link>
              {': '}
              {each.reason} ({String(each.createdBy.name ?? '–')})
            </li>
          ))}
        </Stack>
      </Section>
      {isEnding && <EndHold holdId={id} title={title} close={() => setEnding(false)} />}
    </Page>
  );
}

function EndHold({ holdId, title, close }: { holdId: string; title: string; close: () => void }) {
  const end = useAction(() => ioi.holds.end(holdId), {
    done: () => t('holds.isEnded', { name: title }),
    changes: [['holds'], ['quotes']],
    then: close,
  });
  return (
    <FormDialog
      title={t('holds.endTitle', { name: title })}
      says={t('holds.endSays')}
      action={t('holds.end')}
      danger
      act={end}
      close={close}
    />
  );
}
