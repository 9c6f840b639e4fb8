import type { ComponentType } from 'react';
import type { Permission } from '../../api/client.js';
import { Page } from '../../parts/page.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { AuditLog } from './audit-log.js';
import { KeyList } from './keys/key-list.js';
import { LicenseList } from './license-list.js';
import { PersonList } from './people/person-list.js';
import { Roles } from './roles.js';
import { EndpointList } from './webhooks/endpoint-list.js';

/** The parts of administration, each with the permissions that it needs. */
const parts = {
  people: { needs: ['administration:read'], shows: PersonList },
  keys: { needs: ['administration:read'], shows: KeyList },
  roles: { needs: ['administration:read'], shows: Roles },
  licenses: { needs: ['administration:read', 'products:read'], shows: LicenseList },
  webhooks: { needs: ['webhooks:read'], shows: EndpointList },
  audit: { needs: ['audit:read'], shows: AuditLog },
} as const satisfies Record<string, { needs: readonly Permission[]; shows: ComponentType }>;

type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

/** Who may do what in the organization, what others are told and licensed, and what was done. */
export function AdminPage() {
  const visible = partNames.filter((part) => parts[part].needs.every(may));
  const current = useTabs(visible as [Part, ...Part[]]);
  const Shown = parts[current].shows;
  return (
    <Page title={t('admin.title')}>
      <Tabs current={current} tabs={visible.map((part) => [part, t(`admin.${part}`)] as const)} />
      <Shown />
    </Page>
  );
}
