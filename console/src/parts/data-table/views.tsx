import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { ioi, newId, type SavedView, type SavedViewSettings } from '../../api/client.js';
import { useAction, useRead } from '../../api/queries.js';
import { t } from '../../texts/texts.js';
import { TextField } from '../field.js';
import { FormDialog } from '../form-dialog.js';

/** What a view holds, without its name. */
export type Viewed = Omit<SavedViewSettings, 'list' | 'name'>;

const isSame = (a: Viewed, b: Viewed): boolean => {
  const texts = ({ filters, sort }: Viewed) =>
    JSON.stringify([Object.entries(filters).sort(([x], [y]) => (x < y ? -1 : 1)), sort ?? '']);
  return texts(a) === texts(b);
};

/** The views that the person has saved of a list: opens, saves and deletes them. */
export function Views({
  list,
  now,
  open,
}: {
  list: string;
  /** What is seen now. */
  now: Viewed;
  open: (view: Viewed) => void;
}) {
  const [isSaving, setSaving] = useState(false);
  const { data } = useRead(['views', list], (signal) => ioi.authentication.listMyViews({ list }, { signal }));
  const views = data?.views ?? [];
  const current = views.find((view) => isSame(view, now));
  const remove = useAction((view: SavedView) => ioi.authentication.deleteMyView(view.viewId), {
    changes: [['views', list]],
    done: () => t('lists.viewDeleted'),
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs">{current?.name ?? t('lists.views')} ▾</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open({ filters: {} })}>{t('lists.everything')}</Menu.Item>
          {views.map((view) => (
            <Menu.Item
              key={view.viewId}
              aria-current={view === current || undefined}
              rightSection={view === current ? '✓' : undefined}
              onClick={() => open(view)}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setSaving(true)}>{t('lists.saveView')}</Menu.Item>
          {current && (
            <Menu.Item color="red" onClick={() => remove.mutate(current)}>
              {t('lists.deleteView', { name: current.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveView list={list} now={now} views={views} close={() => setSaving(false)} />}
    </>
  );
}

/** Under a name that there is already, the view is replaced. */
function SaveView({
  list,
  now,
  views,
  close,
}: {
  list: string;
  now: Viewed;
  views: readonly SavedView[];
  close: () => void;
}) {
  const [name, setName] = useState('');
  const replaced = views.find((view) => view.name === name.trim());
  const save = useAction(
    (settings: SavedViewSettings) => ioi.authentication.saveMyView(replaced?.viewId ?? newId(), settings),
    { changes: [['views', list]], done: (view) => t('lists.viewSaved', { name: view.name }), then: close },
  );
  return (
    <FormDialog
      title={t('lists.saveView')}
      says={replaced ? t('lists.replacesView', { name: replaced.name }) : t('lists.viewSays')}
      action={t('parts.save')}
      act={save}
      disabled={name.trim() === ''}
      submit={() => save.mutate({ ...now, list, name: name.trim() })}
      close={close}
    >
      <TextField label={t('lists.viewName')} value={name} onValue={setName} maxLength={80} data-autofocus />
    </FormDialog>
  );
}
