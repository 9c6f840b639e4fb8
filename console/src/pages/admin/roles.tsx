import { Fragment } from 'react';
import { useRoles } from '../../api/roles.js';
import { Detail, WideTable } from '../../parts/plain-table.js';
import { Loaded } from '../../parts/states.js';
import { t, word } from '../../texts/texts.js';

/** What each role may do. */
export function Roles() {
  const roles = useRoles();
  return (
    <>
      <p className="quiet">{t('admin.rolesDetail')}</p>
      <Loaded query={roles}>
        {({ roles: known, permissions }) => (
          <WideTable
            label={t('admin.roles')}
            head={[t('admin.permission'), ...known.map(({ role }) => word('role', role))]}
            rows={permissions.map(({ permission }) => ({
              key: permission,
              name: (
                <>
                  {word('permission', permission)}
                  <Detail>
                    <code>{permission}</code>
                  </Detail>
                </>
              ),
              cells: known.map((each) => {
                const has = each.permissions.includes(permission);
                return (
                  <Fragment key={each.role}>
                    <span aria-hidden="true">{has ? '✓' : '–'}</span>
                    <span className="hidden-visually">{word('yesNo', String(has))}</span>
                  </Fragment>
                );
              }),
            }))}
          />
        )}
      </Loaded>
    </>
  );
}
