import { type ConnectedAssistant, type ConnectedAssistants, ioi } from '../../api/client.js';
import { useAction, useRead } from '../../api/queries.js';
import { t, word } from '../../texts/texts.js';
import { Button } from '../button.js';
import type { Column } from '../column.js';
import { Empty } from '../page.js';
import { Loaded } from '../states.js';
import { Table } from '../table.js';
import { addressOf } from './address-of.js';

const idOf = ({ grantId }: ConnectedAssistant) => grantId;

/** The assistants that somebody allows to work for them: oneself, or a person whom an administrator sees. */
export function AssistantList({ personId, canEnd }: { personId?: string; canEnd: boolean }) {
  const queryKey = ['people', personId ?? 'oneself', 'assistants'];
  const assistants = useRead(
    queryKey,
    (signal): Promise<ConnectedAssistants> =>
      personId === undefined
        ? ioi.authentication.listMyAssistants({ signal })
        : ioi.administration.listUserAssistants(personId, { signal }),
  );
  const end = useAction(
    async (grantId: string) => {
      if (personId === undefined) await ioi.authentication.endMyAssistant(grantId);
      else await ioi.administration.endUserAssistant(personId, grantId);
    },
    { done: () => t('connect.disconnected'), changes: [queryKey, ['audit']] },
  );
  const columns: Column<ConnectedAssistant>[] = [
    {
      title: t('connect.name'),
      cell: ({ name, redirectUri }) => (
        <>
          “<bdi>{name}</bdi>”<div className="quiet">{addressOf(redirectUri)}</div>
        </>
      ),
    },
    {
      title: t('connect.may'),
      cell: ({ access }) => word('assistantAccess', access),
      width: '170px',
      wide: true,
    },
    { id: 'lastUsedTimestamp', title: t('connect.lastUsed'), show: 'moment', wide: true },
  ];
  if (canEnd) {
    columns.push({
      title: '',
      cell: ({ grantId }) => (
        <Button look="plain" onClick={() => end.mutate(grantId)}>
          {t('connect.disconnect')}
        </Button>
      ),
      width: '150px',
    });
  }
  return (
    <Loaded query={assistants} lines={2}>
      {({ assistants: rows }) =>
        rows.length === 0 ? (
          <Empty>{t(personId === undefined ? 'connect.none' : 'connect.noneOfPerson')}</Empty>
        ) : (
          <Table label={t('connect.assistants')} columns={columns} rows={rows} keyOf={idOf} />
        )
      }
    </Loaded>
  );
}
