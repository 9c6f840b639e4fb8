import { Group, Stack } from '@mantine/core';
import type { EventAction, EventRun } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import { actionTones } from '../../parts/events/values.js';
import { Panel } from '../../parts/page.js';
import { Moment } from '../../parts/values.js';
import { t, word } from '../../texts/texts.js';
import { ActionBar } from './action-bar.js';
import { lasted } from './duration.js';
import s from './events.module.css';

/** The actions of a run in the order of its plan, with what they wait for and why they failed. */
export function ActionList({ run }: { run: EventRun }) {
  return (
    <Stack component="ol" gap={8}>
      {run.actions.map((action) => (
        <li key={action.actionId}>
          <Panel>
            <Head action={action} />
            <ActionBar action={action} run={run} />
            {action.state === 'WAITING' && action.waitsFor && (
              <p>
                {t('events.waitsFor', { what: action.waitsFor })}{' '}
                {action.waitsUntil && (
                  <>
                    {t('events.until')} <Moment at={action.waitsUntil} />
                  </>
                )}
              </p>
            )}
            {action.lastError && <p className={s.error}>{action.lastError}</p>}
            {action.requestId && (
              <p className="quiet">
                {t('events.requestId')} <code>{action.requestId}</code>
              </p>
            )}
            {action.earlierRuns && action.earlierRuns.length > 0 && (
              <details>
                <summary>{t('events.earlierRuns', { n: action.earlierRuns.length })}</summary>
                <ul>
                  {action.earlierRuns.map(({ run: number, state, lastError, startedTimestamp }) => (
                    <li key={number}>
                      <Moment at={startedTimestamp} />{' '}
                      <Badge tone={actionTones[state]}>{word('actionState', state)}</Badge>
                      {lastError && <p className={s.error}>{lastError}</p>}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </Panel>{' '}
        </li>
      ))}
    </Stack>
  );
}

function Head({
  action: { name, type, kind, state, attempts, startedTimestamp, endedTimestamp },
}: {
  action: EventAction;
}) {
  return (
    <Group gap="4px 12px" align="baseline">
      <strong>{name}</strong>
      <Badge tone={actionTones[state]}>{word('actionState', state)}</Badge>
      <span className="quiet">
        {type} · {word('actionKind', kind)}
        {attempts > 1 && ` · ${t('events.attemptCount', { n: attempts })}`}
      </span>
      {startedTimestamp && (
        <span className="quiet numbers">
          <Moment at={startedTimestamp} />
          {endedTimestamp && ` · ${lasted(Date.parse(startedTimestamp), Date.parse(endedTimestamp))}`}
        </span>
      )}
    </Group>
  );
}
