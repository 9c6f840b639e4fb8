import { ioi, type Session, type Sessions } from '../../api/client.js';
import { useAction, useRead } from '../../api/queries.js';
import { t, word } from '../../texts/texts.js';
import { Badge } from '../badge.js';
import { Button } from '../button.js';
import type { Column } from '../column.js';
import { Empty } from '../page.js';
import { Loaded } from '../states.js';
import { Table } from '../table.js';
import { browserOf } from './browser-of.js';

const idOf = ({ sessionId }: Session) => sessionId;

/** Where somebody is signed in: one's own browsers, or those of a person whom an administrator sees. */
export function SessionList({ personId, canEnd }: { personId?: string; canEnd: boolean }) {
  const queryKey = ['people', personId ?? 'oneself', 'sessions'];
  const sessions = useRead(
    queryKey,
    (signal): Promise<Sessions> =>
      personId === undefined
        ? ioi.authentication.listMySessions({ signal })
        : ioi.administration.listUserSessions(personId, { signal }),
  );
  const end = useAction(
    async (sessionId: string) => {
      if (personId === undefined) await ioi.authentication.endMySession(sessionId);
      else await ioi.administration.endUserSession(personId, sessionId);
    },
    { done: () => t('session.sessionEnded'), changes: [queryKey, ['audit']] },
  );
  const columns: Column<Session>[] = [
    {
      title: t('session.browser'),
      cell: (each) => (
        <>
          {browserOf(each.userAgent) || t('session.unknownBrowser')}{' '}
          {each.isCurrent && <Badge tone="info">{t('session.thisOne')}</Badge>}
        </>
      ),
    },
    { id: 'address', title: t('session.address'), wide: true },
    { title: t('session.method'), cell: ({ method }) => word('signInMethod', method), wide: true },
    { id: 'lastUsedTimestamp', title: t('session.lastUsed'), show: 'moment', wide: true },
    ...(canEnd
      ? [
          {
            title: '',
            cell: ({ sessionId, isCurrent }: Session) =>
              !isCurrent && (
                <Button look="plain" onClick={() => end.mutate(sessionId)}>
                  {t('session.end')}
                </Button>
              ),
            width: '110px',
          },
        ]
      : []),
  ];
  return (
    <Loaded query={sessions}>
      {({ sessions: rows }) =>
        rows.length === 0 ? (
          <Empty>{t('session.none')}</Empty>
        ) : (
          <Table label={t('session.sessions')} columns={columns} rows={rows} keyOf={idOf} />
        )
      }
    </Loaded>
  );
}
