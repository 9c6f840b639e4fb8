import { useEffect, useState } from 'react';
import { ioi, type UpcomingEntry } from '../../../api/client.js';
import { useRead } from '../../../api/queries.js';
import { Badge } from '../../../parts/badge.js';
import { Button } from '../../../parts/button.js';
import type { Column } from '../../../parts/column.js';
import { HoldEffects } from '../../../parts/holds.js';
import { Empty, Section } from '../../../parts/page.js';
import { Loaded } from '../../../parts/states.js';
import { Table } from '../../../parts/table.js';
import { Day, Money } from '../../../parts/values.js';
import { t, word } from '../../../texts/texts.js';

/** As many as are shown at first. */
const first = 6;

const id = 'what-comes';

/** What the service will do with a policy by itself. */
export function WhatComes({ policyId }: { policyId: string }) {
  const [all, setAll] = useState(false);
  const query = useRead(['policies', policyId, 'upcoming'], (signal) =>
    ioi.policies.upcoming(policyId, { signal }),
  );
  const isRead = query.data !== undefined;
  // Links lead to it from elsewhere, before it is there.
  useEffect(() => {
    if (!isRead || location.hash !== `#${id}`) return;
    // A new page begins at its top.
    const frame = requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [isRead]);
  const columns: Column<UpcomingEntry>[] = [
    { id: 'on', title: t('policies.date'), show: 'day', wide: true },
    {
      title: t('policies.whatComes'),
      cell: (entry) => <What entry={entry} />,
      below: ({ on }) => <Day date={on} />,
    },
    {
      title: t('policies.amount'),
      cell: ({ amount }) => (amount === null ? '–' : <Money amount={amount} />),
      align: 'end',
      width: '120px',
    },
  ];
  return (
    <Section title={t('policies.whatComes')} id={id}>
      <Loaded query={query}>
        {({ content }) =>
          content.length === 0 ? (
            <Empty>{t('policies.nothingComes')}</Empty>
          ) : (
            <>
              <Table
                label={t('policies.whatComes')}
                columns={columns}
                rows={all ? content : content.slice(0, first)}
                keyOf={({ on, type, statementId, termNumber, unless, description }) =>
                  [on, type, statementId, termNumber, ...unless, description].join()
                }
              />
              {!all && content.length > first && (
                <div>
                  <Button onClick={() => setAll(true)}>
                    {t('policies.allThatComes', { n: content.length })}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function What({ entry: { type, unless, holds } }: { entry: UpcomingEntry }) {
  return (
    <>
      {word('upcoming', type)}{' '}
      {unless.map((condition) => (
        <Badge key={condition}>{word('upcomingCondition', condition)}</Badge>
      ))}
      <HoldEffects holds={holds} />
    </>
  );
}
