import type { Permission } from '../../api/client.js';
import { Page } from '../../parts/page.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { Premium } from './premium.js';
import { Quotes } from './quotes.js';
import { Receivables } from './receivables.js';
import { Referrals } from './referrals.js';
import { Retention } from './retention.js';

/** The figures, each with its permission. */
const figures = {
  quotes: ['quotes:read', Quotes],
  referrals: ['quotes:read', Referrals],
  retention: ['policies:read', Retention],
  premium: ['policies:read', Premium],
  receivables: ['policies:read', Receivables],
} as const satisfies Record<string, readonly [Permission, () => React.ReactNode]>;

type Figure = keyof typeof figures;

/** Pictures of the business, each with its table and with links to what it counts. */
export function FiguresPage() {
  const visible = (Object.keys(figures) as Figure[]).filter((each) => may(figures[each][0]));
  const current = useTabs(visible as [Figure, ...Figure[]]);
  const [, Shown] = figures[current];
  return (
    <Page title={t('figures.title')}>
      <Tabs current={current} tabs={visible.map((each) => [each, t(`figures.${each}`)] as const)} />
      <Shown />
    </Page>
  );
}
