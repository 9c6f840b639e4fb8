import { useRoles } from '../../api/roles.js';
import { Loaded } from '../../parts/states.js';
import { t, word } from '../../texts/texts.js';
import s from './admin.module.css';

/** What each role may do. */
export function Roles() {
  const roles = useRoles();
  return (
    <>
      <p className="quiet">{t('admin.rolesDetail')}</p>
      <Loaded query={roles}>
        {({ roles: known, permissions }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
          <section className={s.matrix} tabIndex={0} aria-label={t('admin.roles')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('admin.permission')}</th>
                  {known.map(({ role }) => (
                    <th key={role} scope="col">
                      {word('role', role)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {permissions.map(({ permission }) => (
                  <tr key={permission}>
                    <th scope="row">
                      {word('permission', permission)}
                      <br />
                      <code>{permission}</code>
                    </th>
                    {known.map((each) => {
                      const has = each.permissions.includes(permission);
                      return (
                        <td key={each.role}>
                          <span aria-hidden="true">{has ? '✓' : '–'}</span>
                          <span className="hidden-visually">{word('yesNo', String(has))}</span>
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Loaded>
    </>
  );
}
