import type { ListTasksQuery } from '../../api/client.js';
import { Page } from '../../parts/page.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { TaskTable } from '../../parts/tasks.js';
import { me } from '../../session/me.js';
import { t } from '../../texts/texts.js';

type Tab = 'mine' | 'role' | 'mentions' | 'all' | 'done';

/** Open tasks: the person's own, those of the person's roles, those with a mention, and all; and what was done. */
export function TaskList() {
  const queries: { [tab in Tab]: ListTasksQuery } = {
    mine: { owner: 'me' },
    role: { owner: 'none', role: me().roles.join(',') },
    mentions: { mentions: 'me' },
    all: {},
    done: { state: 'COMPLETED' },
  };
  // An administrator may have permissions without a role.
  const tabs: [Tab, ...Tab[]] =
    me().roles.length > 0 ? ['mine', 'role', 'mentions', 'all', 'done'] : ['mine', 'mentions', 'all', 'done'];
  const tab = useTabs(tabs);
  return (
    <Page title={t('tasks.title')}>
      <Tabs current={tab} tabs={tabs.map((id) => [id, t(`tasks.${id}`)] as const)} />
      <TaskTable key={tab} query={queries[tab]} empty={t('tasks.none')} />
    </Page>
  );
}
