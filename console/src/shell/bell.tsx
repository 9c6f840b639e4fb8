import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ioi, type Notification, type NotificationKind, type Notifications } from '../api/client.js';
import { useRead } from '../api/queries.js';
import { Icon, type IconName } from '../parts/icon.js';
import { Moment } from '../parts/values.js';
import { number } from '../texts/formats.js';
import { t, word } from '../texts/texts.js';
import s from './bell.module.css';

const key = ['notifications'];
const everyMs = 60_000;
/** Nobody who has left the screen is kept signed in by asking. */
const awayMs = 5 * everyMs;

const icons: Record<NotificationKind, IconName> = {
  TASK_GIVEN: 'tasks',
  MENTIONED: 'note',
  JOB_ENDED: 'jobs',
  REFERRAL_DECIDED: 'queue',
  MAIL_FAILED: 'mail',
};

/** What waits for the person since they last looked. Opening it is looking. */
export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const { data, refetch } = useRead(key, (signal) => ioi.tasks.listMyNotifications({ size: 30 }, { signal }));
  useWhilePresent(refetch);
  const newCount = data?.newCount ?? 0;
  const look = async () => {
    const until = data?.notifications[0]?.time;
    if (newCount === 0 || until === undefined) return;
    await ioi.tasks.markNotificationsSeen({ until });
    // What was new stays marked in the list until it is read again.
    client.setQueryData<Notifications>(key, (known) => known && { ...known, newCount: 0 });
  };
  const toggle = (opened: boolean) => {
    setOpen(opened);
    // The next look tells it anew: that it was seen could not be said.
    if (opened) look().catch(() => undefined);
    else void refetch();
  };
  const label = newCount > 0 ? t('bell.new', { n: newCount }) : t('bell.title');
  return (
    <Popover opened={isOpen} onChange={toggle} position="bottom-start" width={360} trapFocus returnFocus>
      <Indicator
        disabled={newCount === 0}
        label={number(newCount)}
        size={16}
        offset={5}
        color="red"
        withBorder={false}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={label}
            onClick={() => toggle(!isOpen)}
          >
            <Icon name="bell" />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown className={s.list} aria-label={t('bell.title')}>
        {data?.notifications.length === 0 && <p className={s.none}>{t('bell.none')}</p>}
        <ul>
          {data?.notifications.map((each) => (
            <Item key={each.id} notification={each} close={() => toggle(false)} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Does something every minute, as long as the person does something. */
function useWhilePresent(act: () => unknown): void {
  useEffect(() => {
    let seenAt = Date.now();
    const see = () => {
      seenAt = Date.now();
    };
    const timer = setInterval(() => {
      if (Date.now() - seenAt < awayMs && !document.hidden) act();
    }, everyMs);
    for (const each of ['pointermove', 'keydown']) addEventListener(each, see, { passive: true });
    return () => {
      clearInterval(timer);
      for (const each of ['pointermove', 'keydown']) removeEventListener(each, see);
    };
  }, [act]);
}

function Item({ notification, close }: { notification: Notification; close: () => void }) {
  const { kind, time, title, isNew } = notification;
  return (
    <li data-new={isNew || undefined}>
      <Link href={pathOf(notification)} onClick={close}>
        <Icon name={icons[kind]} />
        <span className={s.words}>
          <span className={s.said}>{wordsOf(notification)}</span>
          <span className={s.title}>{kind === 'MAIL_FAILED' ? mailTitle(title) : title}</span>
          <span className="quiet">
            <Moment at={time} ago />
          </span>
        </span>
      </Link>
    </li>
  );
}

/** A mail that was not written yet has its purpose instead of a subject. */
const mailTitle = (title: string) => (/^[A-Z_]+$/.test(title) ? word('mailPurpose', title) : title);

function wordsOf({ kind, createdBy, details }: Notification): string {
  const name = String(createdBy?.name ?? t('bell.service'));
  switch (kind) {
    case 'TASK_GIVEN':
      return t('bell.task', { name });
    case 'MENTIONED':
      return t('bell.mentioned', { name });
    case 'JOB_ENDED':
      return t('bell.job', { state: word('jobState', String(details.state)) });
    case 'REFERRAL_DECIDED':
      return t(details.isApproved === true ? 'bell.approved' : 'bell.declined', { name });
    case 'MAIL_FAILED':
      return t('bell.mail', { state: word('mailState', String(details.state)) });
  }
}

/** The page where the person goes on. */
function pathOf({ about: { taskId, jobId, mailId, quoteId, policyId, clientId } }: Notification): string {
  if (taskId !== undefined) return `/tasks/${taskId}`;
  if (jobId !== undefined) return `/jobs/${jobId}`;
  if (mailId !== undefined) return `/mail/${mailId}`;
  if (policyId !== undefined) return `/policies/${policyId}?tab=history`;
  if (quoteId !== undefined) return `/quotes/${quoteId}`;
  return `/clients/${clientId}?tab=activity`;
}
