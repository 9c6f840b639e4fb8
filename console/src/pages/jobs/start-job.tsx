import { useState } from 'react';
import { useLocation } from 'wouter';
import { IoiError, ioi, type JobEventType } from '../../api/client.js';
import { typeChoices } from '../../api/event-types.js';
import { useProductChoices } from '../../api/products.js';
import { useAction } from '../../api/queries.js';
import { Field, SelectField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { capitalized } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { ownTypes } from './values.js';

/** Of what is wrong in a file, so much is shown. */
const mostFaults = 100;

/** Makes a job of a file, and goes to its page; else says what is wrong in the file, row by row. */
export function StartJob({ close }: { close: () => void }) {
  const types = ownTypes();
  const [type, setType] = useState<JobEventType>(types[0] ?? 'GET_QUOTES');
  const [, ...products] = useProductChoices();
  const [chosen, setProduct] = useState('');
  const lineId = chosen || (products[0]?.[0] ?? '');
  const [name, setName] = useState('');
  const [file, setFile] = useState<File>();
  const [, go] = useLocation();
  const start = useAction(
    async (chosen: File) =>
      ioi.jobs.create(
        { rows: await chosen.text() },
        { type, lineId, ...(name.trim() && { name: name.trim() }) },
      ),
    {
      done: ({ rows }) => t('jobs.started', { n: rows.total }),
      changes: [['jobs']],
      then: ({ id }) => go(`/jobs/${id}`),
    },
  );
  const faults = faultsOf(start.error);
  return (
    <FormDialog
      wide
      title={t('jobs.start')}
      says={t('jobs.startSays')}
      action={t('jobs.checkAndStart')}
      act={start}
      disabled={file === undefined || lineId === ''}
      submit={() => file && start.mutate(file)}
      close={close}
    >
      <SelectField label={t('jobs.type')} value={type} choices={typeChoices(types)} onValue={setType} />
      <SelectField label={t('quotes.product')} value={lineId} choices={products} onValue={setProduct} />
      <TextField label={t('jobs.name')} hint={t('products.optional')} value={name} onValue={setName} />
      <Field label={t('jobs.file')} hint={t('jobs.fileHint')}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.ndjson,.jsonl,.txt"
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0]);
              start.reset();
            }}
          />
        )}
      </Field>
      {faults.length > 0 && <Faults faults={faults} />}
    </FormDialog>
  );
}

interface Fault {
  /** 0 is the header. */
  row: string;
  column: string;
  detail: string;
}

/** What is wrong in the file: the places are `rows.17.effectiveDate`. */
function faultsOf(error: unknown): Fault[] {
  if (!(error instanceof IoiError)) return [];
  return error.errors.flatMap(({ field = '', detail }) => {
    const [, row, column = ''] = /^rows\.(\d+)(?:\.(.+))?$/s.exec(field) ?? [];
    return row === undefined ? [] : [{ row, column, detail: capitalized(detail) }];
  });
}

function Faults({ faults }: { faults: readonly Fault[] }) {
  return (
    <>
      <p>{t('jobs.faults', { n: faults.length })}</p>
      <ul>
        {faults.slice(0, mostFaults).map(({ row, column, detail }) => (
          <li key={`${row} ${column} ${detail}`}>
            {row === '0' ? t('jobs.header') : t('jobs.rowNumber', { row })}
            {column && (
              <>
                , <code>{column}</code>
              </>
            )}
            : {detail}
          </li>
        ))}
      </ul>
    </>
  );
}
