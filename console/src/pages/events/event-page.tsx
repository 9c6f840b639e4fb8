import { useState } from 'react';
import { type EventRun, ioi } from '../../api/client.js';
import { eventTitle } from '../../api/event-types.js';
import { useRead } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { ClockBar } from '../../parts/clock/clock-bar.js';
import { State } from '../../parts/events/event-table.js';
import { JsonText } from '../../parts/json-text.js';
import { Notice } from '../../parts/notice.js';
import { Page, Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { mayFire } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { ActionList } from './action-list.js';
import { AcknowledgeRun, CancelRun, RetryRun } from './event-actions.js';
import { EventFacts } from './event-facts.js';
import s from './events.module.css';
import { pauseMs } from './pause.js';

const isOpen = ({ state }: EventRun) => state === 'ACCEPTED' || state === 'RUNNING';
const hasFailed = ({ state, failedActionCount }: EventRun) => state === 'FAILED' || failedActionCount > 0;

/** An event's run. While it is open it is read again, the less often the longer nothing has happened. */
export function EventPage({ triggerRequestId }: { triggerRequestId: string }) {
  const [watchedSince, watch] = useState(Date.now);
  const run = useRead(
    ['events', triggerRequestId],
    (signal) => ioi.events.get(triggerRequestId, { signal }),
    {
      refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? pauseMs(data, watchedSince) : false),
    },
  );
  return (
    <Loaded query={run}>
      {(found) => <Run key={triggerRequestId} run={found} changed={() => watch(Date.now())} />}
    </Loaded>
  );
}

function Run({ run, changed }: { run: EventRun; changed: () => void }) {
  const [open, setOpen] = useState<'retry' | 'cancel' | 'acknowledge'>();
  const { type, refusal, triggerResult, actions, cancelRequestedTimestamp } = run;
  const close = () => setOpen(undefined);
  const temporal = run.links.temporal;
  return (
    <Page
      title={eventTitle(type)}
      beside={<State event={run} />}
      actions={
        <>
          {temporal && (
            <a className={s.out} href={temporal} target="_blank" rel="noreferrer noopener">
              {t('events.temporal')}
            </a>
          )}
          {isOpen(run) && !cancelRequestedTimestamp && mayFire(type) && (
            <Button look="danger" onClick={() => setOpen('cancel')}>
              {t('events.cancel')}
            </Button>
          )}
          {!isOpen(run) && hasFailed(run) && mayFire(type) && (
            <>
              {!run.acknowledgement && (
                <Button onClick={() => setOpen('acknowledge')}>{t('events.acknowledge')}</Button>
              )}
              <Button look="main" onClick={() => setOpen('retry')}>
                {t('events.retry')}
              </Button>
            </>
          )}
        </>
      }
    >
      <ClockBar clockId={run.clockId} clientId={run.clientId} />
      <EventFacts run={run} />
      {refusal && (
        <Notice tone="bad" title={t('events.refused')}>
          {refusal.detail} {refusal.field && <code>{refusal.field}</code>}
        </Notice>
      )}
      {cancelRequestedTimestamp && isOpen(run) && <p role="status">{t('events.isCanceling')}</p>}
      <Section title={t('events.actions')}>
        {actions.length === 0 && <p className="quiet">{t('events.noActions')}</p>}
        <ActionList run={run} />
      </Section>
      <Section title={t('events.result')}>
        {triggerResult ? (
          <JsonText label={t('events.result')} value={triggerResult} />
        ) : (
          <p className="quiet">{t('events.noResult')}</p>
        )}
      </Section>
      {open === 'retry' && <RetryRun run={run} close={close} changed={changed} />}
      {open === 'acknowledge' && <AcknowledgeRun run={run} close={close} changed={changed} />}
      {open === 'cancel' && <CancelRun run={run} close={close} changed={changed} />}
    </Page>
  );
}
