import { Link } from 'wouter';
import { type AssistantAct, ioi } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { DecideOnAct, StateOfAct, WhatActChanges } from '../../parts/assistants/act-decision.js';
import { Page, Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { may } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';

/** What an assistant did or asks to do; a person releases or refuses it. */
export function ActPage({ actId }: { actId: string }) {
  const act = useRead(['assistants', actId], (signal) => ioi.assistants.get(actId, { signal }));
  return (
    <Loaded query={act}>
      {(found) => (
        <Page
          title={found.title}
          beside={<StateOfAct act={found} />}
          actions={may('tasks:write') && <DecideOnAct act={found} />}
        >
          <Section title={t('assistants.changes')}>
            <WhatActChanges act={found} />
          </Section>
          <Records act={found} />
        </Page>
      )}
    </Loaded>
  );
}

/** The records that it is about, and the event that it fired. */
function Records({ act: { about, result } }: { act: AssistantAct }) {
  const event = result?.triggerRequestId;
  const links = [
    about.policyId !== undefined && may('policies:read') && [`/policies/${about.policyId}`, 'policyId'],
    about.quoteId !== undefined && may('quotes:read') && [`/quotes/${about.quoteId}`, 'quoteId'],
    about.clientId !== undefined && may('clients:read') && [`/clients/${about.clientId}`, 'clientId'],
    typeof event === 'string' && may('events:read') && [`/events/${event}`, 'triggerRequestId'],
  ].filter(
    (link): link is [string, 'policyId' | 'quoteId' | 'clientId' | 'triggerRequestId'] => link !== false,
  );
  if (links.length === 0) return null;
  return (
    <Section title={t('tasks.about')}>
      <ul>
        {links.map(([to, kind]) => (
          <li key={kind}>
            <Link href={to}>{word('taskSubject', kind)}</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
