import { useState } from 'react';
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
import s from './files.module.css';
import { FormDialog } from './form-dialog.js';
import { Icon } from './icon.js';
import { Empty, Section } from './page.js';
import { ListTable } from './table.js';
import { say } from './toast.js';

type About = { clientId: string } | { quoteId: string } | { policyId: string } | { taskId: string };

const fileId = (file: StoredFile) => file.fileId;
const isServed = ({ state }: StoredFile) => state === 'CLEAN' || state === 'UNSCANNED';

/** The files of a client, quote or policy, with an upload; nothing for whoever may not read them. */
export function Files({ of }: { of: About }) {
  const [deleted, setDeleted] = useState<StoredFile>();
  const query = { ...of, size: 100 };
  const list = useList(['files', of], (signal) => ioi.files.list(query, { signal }), fileId);
  return (
    <Section title={t('files.title')}>
      {may('files:write') && <Upload of={of} />}
      <ListTable
        label={t('files.title')}
        list={list}
        keyOf={fileId}
        columns={[
          { id: 'fileName', title: t('files.name'), below: ({ state }) => word('fileState', state) },
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
          { id: 'createdTimestamp', title: t('files.uploaded'), show: 'moment', width: '180px', wide: true },
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
            width: 'min(280px, 40vw)',
          },
        ]}
        empty={may('files:write') ? null : <Empty>{t('files.none')}</Empty>}
      />
      {deleted && <DeleteFile file={deleted} close={() => setDeleted(undefined)} />}
    </Section>
  );
}

function StateBadge({ state }: { state: FileState }) {
  const tone = state === 'INFECTED' ? 'bad' : state === 'CLEAN' ? 'good' : undefined;
  return <Badge tone={tone}>{word('fileState', state)}</Badge>;
}

/** Takes files that are dropped on it, or chosen; one after the other is uploaded. */
function Upload({ of }: { of: About }) {
  const [isOver, setOver] = useState(false);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const upload = useAction((file: File) => ioi.files.upload(file, { ...of, fileName: file.name }), {
    done: ({ fileName }) => t('files.done', { name: fileName }),
    changes: [['files']],
  });
  const take = async (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    setWaiting(chosen.map(({ name }) => name));
    for (const file of chosen) {
      await new Promise<void>((resolve) =>
        upload.mutate(file, {
          onError: (error) => say(`${file.name}: ${wordsOf(error).detail}`),
          onSettled: () => resolve(),
        }),
      );
      setWaiting((before) => before.slice(1));
    }
  };
  const isBusy = waiting.length > 0;
  return (
    <label
      className={s.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!isBusy) void take(event.dataTransfer.files);
      }}
    >
      <input
        className="hidden-visually"
        type="file"
        aria-label={t('files.drop')}
        multiple
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          void take(currentTarget.files);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Icon name="document" />
      <span role="status">
        {isBusy ? t('files.uploadingNamed', { name: waiting[0] ?? '', n: waiting.length }) : t('files.drop')}
      </span>
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
      close={close}
    >
      <TextField label={t('files.reason')} value={reason} onValue={setReason} />
    </FormDialog>
  );
}
