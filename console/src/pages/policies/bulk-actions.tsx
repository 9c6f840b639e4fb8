import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ioi, type JobEventType, type PolicySummary } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { TextAreaField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { mayFire } from '../../session/me.js';
import { t } from '../../texts/texts.js';

/** What can be done with many policies at once, each as a job. */
const tasks = {
  quoteRenewals: 'POLICY_RENEWAL_QUOTING',
  doNotRenew: 'CANCEL_RENEWAL',
  addNote: 'POLICY_EVENT_RECORD',
} as const satisfies Record<string, JobEventType>;
type Task = keyof typeof tasks;

/** The buttons beside rows that are ticked. */
export function BulkActions({ policies, done }: { policies: readonly PolicySummary[]; done: () => void }) {
  const [task, setTask] = useState<Task>();
  return (
    <>
      {(Object.keys(tasks) as Task[])
        .filter((each) => mayFire(tasks[each]))
        .map((each) => (
          <Button key={each} size="xs" onClick={() => setTask(each)}>
            {t(`bulk.${each}`)}
          </Button>
        ))}
      <Button size="xs" variant="subtle" color="gray" onClick={done}>
        {t('lists.clearSelection')}
      </Button>
      {task && <StartBulk task={task} policies={policies} close={() => setTask(undefined)} />}
    </>
  );
}

/** A job is of one product: policies of several products are several jobs. */
function StartBulk({
  task,
  policies,
  close,
}: {
  task: Task;
  policies: readonly PolicySummary[];
  close: () => void;
}) {
  const [, go] = useLocation();
  const [description, setDescription] = useState('');
  const products = [...new Map(policies.map((each) => [each.productId, each.productName]))];
  const fields = {
    quoteRenewals: {},
    doNotRenew: description.trim() === '' ? {} : { reason: description.trim() },
    addNote: { type: 'NOTE', description: description.trim() },
  }[task];
  const start = useAction(
    async () => {
      const jobs = [];
      for (const [lineId, product] of products) {
        const rows = policies
          .filter(({ productId }) => productId === lineId)
          .map(({ id, policyNumber }) => ({ policyId: id, 'own.policyNumber': policyNumber, ...fields }));
        const name = `${t(`bulk.${task}`)}, ${product}`;
        jobs.push(await ioi.jobs.create({ rows }, { type: tasks[task], lineId, name }));
      }
      return jobs;
    },
    {
      changes: [['jobs'], ['policies']],
      done: () => t('jobs.started', { n: policies.length }),
      then: ([first, ...more]) => go(first && more.length === 0 ? `/jobs/${first.id}` : '/jobs'),
    },
  );
  return (
    <FormDialog
      says={t(`bulk.${task}Says`, { n: policies.length })}
      action={t(`bulk.${task}`)}
      act={start}
      danger={task === 'doNotRenew'}
      disabled={task === 'addNote' && description.trim() === ''}
      close={close}
    >
      {task !== 'quoteRenewals' && (
        <TextAreaField
          label={task === 'addNote' ? t('policies.note') : t('policies.reason')}
          value={description}
          onValue={setDescription}
        />
      )}
    </FormDialog>
  );
}
