import { useState } from 'react';
import { type ApiKey, ioi } from '../../../api/client.js';
import { eventTitle } from '../../../api/event-types.js';
import { useProductChoices } from '../../../api/products.js';
import { useRead } from '../../../api/queries.js';
import { useRoles } from '../../../api/roles.js';
import { Button, ButtonLink } from '../../../parts/button.js';
import { Facts, Page, Section } from '../../../parts/page.js';
import { Loaded } from '../../../parts/states.js';
import { Moment } from '../../../parts/values.js';
import { may } from '../../../session/me.js';
import { t } from '../../../texts/texts.js';
import { auditOf } from '../audit-log.js';
import { GrantFacts, mayChange } from '../grants.js';
import { assistantWords } from './assistant-fields.js';
import { KeyState, labelOf } from './key-list.js';
import { RevokeKey } from './revoke-key.js';
import { RotateKey } from './rotate-key.js';

/** An API key without its secret. */
export function KeyPage({ apiKey }: { apiKey: string }) {
  const key = useRead(['keys', apiKey], (signal) => ioi.administration.apiKey(apiKey, { signal }));
  return <Loaded query={key}>{(found) => <Key found={found} />}</Loaded>;
}

function Key({ found }: { found: ApiKey }) {
  const { apiKey, eventTypes, productIds, lastUsedTimestamp: used } = found;
  const [open, setOpen] = useState<'rotate' | 'revoke'>();
  const roles = useRoles();
  const names = new Map(useProductChoices());
  const isRevoked = found.revokedTimestamp !== undefined;
  const canChange = !isRevoked && mayChange(found, roles.data);
  const close = () => setOpen(undefined);
  return (
    <Page
      title={labelOf(found)}
      beside={<KeyState apiKey={found} />}
      actions={
        <>
          {may('audit:read') && (
            <ButtonLink to={auditOf({ actorId: apiKey })}>{t('admin.whatItDid')}</ButtonLink>
          )}
          {canChange && (
            <>
              <Button onClick={() => setOpen('rotate')}>{t('admin.rotate')}</Button>
              <Button look="danger" onClick={() => setOpen('revoke')}>
                {t('admin.revoke')}
              </Button>
            </>
          )}
        </>
      }
    >
      {!isRevoked && roles.data && may('administration:write') && !canChange && (
        <p className="quiet">{t('admin.hasMore')}</p>
      )}
      <Facts
        facts={[
          [t('admin.key'), <code key="key">{apiKey}</code>],
          [t('admin.lastUsed'), used ? <Moment key="used" at={used} ago /> : t('admin.never')],
          [t('clients.created'), <Moment key="created" at={found.createdTimestamp} />],
          found.expiresTimestamp !== undefined && [
            t('admin.expires'),
            <Moment key="expires" at={found.expiresTimestamp} />,
          ],
          isRevoked && [t('admin.revokedOn'), <Moment key="revoked" at={found.revokedTimestamp} />],
          found.previousValidUntilTimestamp !== undefined && [
            t('admin.previousUntil'),
            <Moment key="previous" at={found.previousValidUntilTimestamp} />,
          ],
          found.assistant !== undefined && [t('assistants.forAssistants'), assistantWords(found)],
          [t('admin.onlyEvents'), eventTypes?.map(eventTitle).join(', ') ?? t('admin.unrestricted')],
          [
            t('admin.onlyProducts'),
            productIds?.map((each) => names.get(each) ?? each).join(', ') ?? t('admin.unrestricted'),
          ],
        ]}
      />
      <Section title={t('admin.permissions')}>
        <GrantFacts given={found} />
      </Section>
      {open === 'rotate' && <RotateKey found={found} close={close} />}
      {open === 'revoke' && <RevokeKey found={found} close={close} />}
    </Page>
  );
}
