import { type ChangeEvent, useState } from 'react';
import { type FileState, ioi, type StoredFile } from '../api/client.js';
import { wordsOf } from '../api/problems.js';
import { useAction, useList } from '../api/queries.js';
import { may } from '../session/me.js';
import { t, word } from '../texts/texts.js';
import { Badge } from './badge.js';
import { Button } from './button.js';
import { Actions } from './dialog.js';
import { DownloadButton } from './download.js';
import { TextField } from './field.js';
import { FormDialog } from './form-dialog.js';
import { Empty, Section } from './page.js';
import { ListTable } from './table.js';
import { say } from './toast.js';
import { Moment } from './values.js';

type About = { clientId: string } | { quoteId: string } | { policyId: string };

const fileId = (file: StoredFile) => file.fileId;
const isServed = ({ state }: StoredFile) => state === 'CLEAN' || state === 'UNSCANNED';

/** The files of a client, quote or policy, with an upload; nothing for whoever may not read them. */
export function Files({ of }: { of: About }) {
  const [deleted, setDeleted] = useState<StoredFile>();
  const query = { ...of, size: 100 };
  const list = useList(['files', of], (signal) => ioi.files.list(query, { signal }), fileId);
  return (
    <Section title={t('files.title')} actions={may('files:write') && <Upload of={of} />}>
      <ListTable
        label={t('files.title')}
        list={list}
        keyOf={fileId}
        columns={[
          {
            title: t('files.name'),
            cell: ({ fileName }) => fileName,
            below: ({ state }) => word('fileState', state),
          },
          {
            title: t('files.size'),
            cell: ({ size }) => t('files.kilobytes', { n: Math.ceil(size / 1024) }),
            align: 'end',
            width: '110px',
            wide: true,
          },
          {
            title: t('files.state'),
            cell: ({ state }) => <StateBadge state={state} />,
            width: '130px',
            wide: true,
          },
          {
            title: t('files.uploaded'),
            cell: ({ createdTimestamp }) => <Moment at={createdTimestamp} />,
            width: '180px',
            wide: true,
          },
          {
            title: t('files.actions'),
            cell: (file) => (
              <Actions>
                {isServed(file) && (
                  <DownloadButton name={file.fileName} load={() => ioi.files.content(file.fileId)}>
                    {t('files.download')}
                  </DownloadButton>
                )}
                {may('files:delete') && <Button onClick={() => setDeleted(file)}>{t('files.delete')}</Button>}
              </Actions>
            ),
            // One below the other where the window is narrow.
            width: 'min(280px, 40vw)',
          },
        ]}
        empty={<Empty>{t('files.none')}</Empty>}
      />
      {deleted && <DeleteFile file={deleted} close={() => setDeleted(undefined)} />}
    </Section>
  );
}

function StateBadge({ state }: { state: FileState }) {
  const tone = state === 'INFECTED' ? 'bad' : state === 'CLEAN' ? 'good' : undefined;
  return <Badge tone={tone}>{word('fileState', state)}</Badge>;
}

function Upload({ of }: { of: About }) {
  const upload = useAction((file: File) => ioi.files.upload(file, { ...of, fileName: file.name }), {
    done: ({ fileName }) => t('files.done', { name: fileName }),
    changes: [['files']],
  });
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file can be chosen again.
    currentTarget.value = '';
    if (file) upload.mutate(file, { onError: (error) => say(wordsOf(error).detail) });
  };
  return (
    <label>
      {t(upload.isPending ? 'files.uploading' : 'files.upload')}{' '}
      <input type="file" disabled={upload.isPending} onChange={choose} />
    </label>
  );
}

function DeleteFile({ file: { fileId: id, fileName }, close }: { file: StoredFile; close: () => void }) {
  const [reason, setReason] = useState('');
  const remove = useAction(() => ioi.files.delete(id, reason.trim() === '' ? {} : { reason }), {
    done: () => t('files.deleted', { name: fileName }),
    changes: [['files']],
    then: close,
  });
  return (
    <FormDialog
      title={t('files.deleteTitle', { name: fileName })}
      says={t('files.deleteSays')}
      action={t('files.delete')}
      danger
      act={remove}
      submit={() => remove.mutate(undefined)}
      close={close}
    >
      <TextField label={t('files.reason')} value={reason} onValue={setReason} />
    </FormDialog>
  );
}
