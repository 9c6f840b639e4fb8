import { useState } from 'react';
import { Link } from 'wouter';
import type { Clock } from '../../api/client.js';
import { useClock } from '../../api/clocks.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { ClockBar } from '../../parts/clock/clock-bar.js';
import { Facts, Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Moment } from '../../parts/values.js';
import { may } from '../../session/me.js';
import { hasPage } from '../../shell/areas.js';
import { utcTime } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { ChangeClock } from './change-clock.js';
import { DeleteClock } from './delete-clock.js';

/** A test clock: what it shows, what stands under it, and what advances it. */
export function ClockPage({ clockId }: { clockId: string }) {
  const clock = useClock(clockId);
  return <Loaded query={clock}>{(found) => <ClockView clock={found} />}</Loaded>;
}

function ClockView({ clock }: { clock: Clock }) {
  const [open, setOpen] = useState<'change' | 'delete'>();
  const { id, name, clients, policies, nextDueTimestamp, createdBy, createdTimestamp, waitsTimeOut } = clock;
  const close = () => setOpen(undefined);
  return (
    <Page
      title={name}
      actions={
        <>
          {may('quoting:fire') && <ButtonLink to={`/sell?clockId=${id}`}>{t('clocks.sell')}</ButtonLink>}
          {may('clocks:write') && (
            <>
              <Button onClick={() => setOpen('change')}>{t('clocks.change')}</Button>
              <Button look="danger" disabled={clock.state === 'ADVANCING'} onClick={() => setOpen('delete')}>
                {t('clocks.delete')}
              </Button>
            </>
          )}
        </>
      }
    >
      <ClockBar clockId={id} />
      <Facts
        facts={[
          [t('clients.title'), <Records key="clients" page="/clients" clockId={id} count={clients} />],
          [t('policies.title'), <Records key="policies" page="/policies" clockId={id} count={policies} />],
          hasPage('/events') && [
            t('events.title'),
            <Link key="events" href={`/events?clockId=${id}`}>
              {t('clocks.allEvents')}
            </Link>,
          ],
          [t('clocks.nextDue'), nextDueTimestamp ? utcTime(nextDueTimestamp) : t('clocks.nothingDue')],
          [t('clocks.waits'), t(waitsTimeOut ? 'clocks.waitsTimeOut' : 'clocks.waitsStay')],
          [t('clocks.madeBy'), String(createdBy.name ?? '–')],
          [t('clients.created'), <Moment key="created" at={createdTimestamp} />],
          [t('products.id'), <code key="id">{id}</code>],
        ]}
      />
      {open === 'change' && <ChangeClock clock={clock} close={close} />}
      {open === 'delete' && <DeleteClock clock={clock} close={close} />}
    </Page>
  );
}

/** How many records are under the clock, which leads to their list. */
function Records({ page, clockId, count }: { page: string; clockId: string; count: number }) {
  return hasPage(page) ? <Link href={`${page}?clockId=${clockId}`}>{count}</Link> : String(count);
}
