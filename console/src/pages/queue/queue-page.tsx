import { ioi, type Permission } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { Help } from '../../parts/help.js';
import { Page } from '../../parts/page.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { FailedEvents } from './failed-events.js';
import { PoliciesForAttention } from './policies.js';
import { Referrals } from './referrals.js';
import { FailingWebhooks } from './webhooks.js';

const countEveryMs = 30_000;
const one = { size: 1 };

/** The parts of the queue, each with its permission, and with how many there are. */
const parts = {
  referrals: {
    needs: 'quotes:read',
    count: async (signal) => (await ioi.quotes.list({ underReview: true, ...one }, { signal })).totalElements,
  },
  events: {
    needs: 'events:read',
    count: async (signal) =>
      (await ioi.events.list({ failedActions: true, acknowledged: false, ...one }, { signal })).totalElements,
  },
  webhooks: {
    needs: 'webhooks:read',
    count: async (signal) =>
      (await ioi.webhooks.listDeliveries({ state: 'FAILED', ...one }, { signal })).totalElements,
  },
  policies: {
    needs: 'policies:read',
    count: async (signal) => (await ioi.policies.listForAttention(one, { signal })).totalElements,
  },
} satisfies Record<string, { needs: Permission; count: (signal: AbortSignal) => Promise<number> }>;

type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

/** What waits for a person: referrals, failed events and webhooks, and policies with notices or amounts past due. */
export function QueuePage() {
  const visible = partNames.filter((part) => may(parts[part].needs));
  const current = useTabs(visible as [Part, ...Part[]]);
  const counts = useRead(
    ['queue', 'counts'],
    async (signal) => {
      const counted = visible.map(async (part) => [part, await parts[part].count(signal)] as const);
      return Object.fromEntries(await Promise.all(counted)) as Partial<Record<Part, number>>;
    },
    { refetchInterval: countEveryMs },
  );
  return (
    <Page title={t('queue.title')} beside={<Help term="referral" />}>
      <Tabs
        current={current}
        tabs={visible.map((part) => [part, t(`queue.${part}`), counts.data?.[part]] as const)}
      />
      {current === 'referrals' && <Referrals />}
      {current === 'events' && <FailedEvents />}
      {current === 'webhooks' && <FailingWebhooks />}
      {current === 'policies' && <PoliciesForAttention />}
    </Page>
  );
}
