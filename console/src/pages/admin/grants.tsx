import type { GivenPermission, Permission, Role, Roles } from '../../api/client.js';
import { useRoles } from '../../api/roles.js';
import { ChecksField } from '../../parts/field.js';
import { Loaded } from '../../parts/states.js';
import { may } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';
import s from './admin.module.css';

/** What a person or key was given. Earlier releases may have given other names. */
export interface Given {
  roles: readonly string[];
  permissions: readonly string[];
}

/** Every permission of a person or key, by roles or one by one. */
export function permissionsOf({ roles, permissions }: Given, known: Roles): Permission[] {
  const ofRoles = known.roles.filter(({ role }) => roles.includes(role)).flatMap((each) => each.permissions);
  const all = new Set<string>([...permissions, ...ofRoles]);
  return known.permissions
    .map(({ permission }) => permission)
    .filter((each) => all.has('*') || all.has(each));
}

/** Whether the person who is signed in may change somebody who has these: the service asks for each of them. */
export const mayChange = (given: Given, known: Roles | undefined): boolean =>
  known !== undefined && may('administration:write') && permissionsOf(given, known).every(may);

/** The roles of somebody in words; permissions beside them are counted. */
export function grantWords({ roles, permissions }: Given): string {
  if (permissions.includes('*')) return t('admin.allPermissions');
  const words = roles.map((role) => word('role', role));
  if (permissions.length > 0) words.push(t('admin.permissionCount', { n: permissions.length }));
  return words.join(', ') || t('admin.nothing');
}

const roleWords = ({ roles }: Given) =>
  roles.map((role) => word('role', role)).join(', ') || t('admin.noRoles');

/** What somebody has, with every permission that it comes to. */
export function GrantFacts({ given }: { given: Given }) {
  const roles = useRoles();
  return (
    <Loaded query={roles} lines={2}>
      {(known) => {
        const all = permissionsOf(given, known);
        return (
          <>
            <p>{t('admin.hasRoles', { roles: roleWords(given) })}</p>
            {all.length > 0 && (
              <ul className={s.may} aria-label={t('admin.permissions')}>
                {all.map((each) => (
                  <li key={each}>{word('permission', each)}</li>
                ))}
              </ul>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** The choice of roles and permissions: of those that the person has, since nobody gives more. */
export function GrantFields({
  roles,
  permissions,
  onRoles,
  onPermissions,
}: {
  roles: readonly Role[];
  permissions: readonly GivenPermission[];
  onRoles: (roles: Role[]) => void;
  onPermissions: (permissions: GivenPermission[]) => void;
}) {
  const known = useRoles();
  return (
    <Loaded query={known}>
      {(found) => (
        <>
          <ChecksField
            label={t('admin.roles')}
            hint={t('admin.grantHint')}
            values={roles}
            choices={found.roles
              .filter((each) => each.permissions.every(may))
              .map(({ role }) => [role, word('role', role), word('roleMeans', role)] as const)}
            onValues={onRoles}
          />
          <details className={s.more} open={permissions.length > 0}>
            <summary>{t('admin.further')}</summary>
            <ChecksField
              label={t('admin.permissions')}
              values={permissions}
              choices={[
                ...(found.permissions.every(({ permission }) => may(permission))
                  ? [['*', t('admin.allPermissions')] as const]
                  : []),
                ...found.permissions
                  .filter(({ permission }) => may(permission))
                  .map(({ permission }) => [permission, word('permission', permission)] as const),
              ]}
              onValues={onPermissions}
            />
          </details>
        </>
      )}
    </Loaded>
  );
}
