import { useState } from 'react';
import { useLocation } from 'wouter';
import { ioi, type TaskPriority } from '../api/client.js';
import { useAction } from '../api/queries.js';
import { me } from '../session/me.js';
import { t, word } from '../texts/texts.js';
import { SelectField, TextField } from './field.js';
import { FormDialog } from './form-dialog.js';
import { OwnerField, type TaskOwner } from './owner-field.js';
import { useFields } from './use-fields.js';

/** What a new task is about. */
export type TaskAbout = { clientId: string } | { quoteId: string } | { policyId: string };

export const priorities = ['HIGH', 'NORMAL', 'LOW'] as const;

/** Makes a task about a record, and goes to its page. */
export function NewTask({ about, close }: { about: TaskAbout; close: () => void }) {
  const [{ title, dueOn, priority }, field] = useFields({
    title: '',
    dueOn: '',
    priority: 'NORMAL' as TaskPriority,
  });
  const { personId } = me();
  const [owner, setOwner] = useState<TaskOwner>({ personId });
  const [, go] = useLocation();
  const make = useAction(
    () =>
      ioi.tasks.create({
        title,
        about,
        ...(owner.personId !== undefined && { personId: owner.personId }),
        ...(owner.role !== undefined && { role: owner.role }),
        ...(dueOn && { dueOn }),
        priority,
      }),
    {
      done: () => t('tasks.made'),
      changes: [['tasks']],
      then: (made) => go(`/tasks/${made.id}`),
    },
  );
  return (
    <FormDialog
      action={t('tasks.make')}
      act={make}
      disabled={title.trim() === ''}
      fields={field.pointers}
      close={close}
    >
      <TextField label={t('tasks.what')} {...field('title', make)} />
      <OwnerField value={owner} name={me().name} onOwner={setOwner} />
      <TextField type="date" label={t('tasks.due')} {...field('dueOn', make)} />
      <SelectField
        label={t('tasks.priority')}
        choices={priorities.map((each) => [each, word('taskPriority', each)] as const)}
        {...field('priority', make)}
      />
    </FormDialog>
  );
}
