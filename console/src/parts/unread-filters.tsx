import { useSearchParams } from 'wouter';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { Notice } from './notice.js';

/** What addresses of lists have beside filters: the tab that the list is in, and the entry of it that is open. */
const others = new Set(['tab', 'entry']);

/**
 * Says which filters of the address a list does not have, or not with such a value, as of a bookmark of an earlier release:
 * the list shows more than its address asks for.
 */
export function UnreadFilters({ values }: { values: Readonly<Record<string, unknown>> }) {
  const [search, setSearch] = useSearchParams();
  const unread = [...new Set(search.keys())].filter(
    (name) => search.get(name) !== '' && values[name] === undefined && !others.has(name),
  );
  if (unread.length === 0) return null;
  const remove = () => {
    const after = new URLSearchParams(search);
    for (const name of unread) after.delete(name);
    setSearch(after, { replace: true });
  };
  const names = unread.map((name) => `${name}=${search.get(name)}`).join(', ');
  return (
    <Notice actions={<Button onClick={remove}>{t('lists.removeUnread')}</Button>}>
      {t('lists.unread', { names })}
    </Notice>
  );
}
