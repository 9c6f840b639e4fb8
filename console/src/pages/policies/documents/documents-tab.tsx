import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ioi, type PolicyEvent } from '../../../api/client.js';
import { Button } from '../../../parts/button.js';
import { text, useFilters } from '../../../parts/filters.js';
import { Empty, Section } from '../../../parts/page.js';
import { Loaded } from '../../../parts/states.js';
import { Moment } from '../../../parts/values.js';
import { may } from '../../../session/me.js';
import { t, word } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import { authorOf } from '../values.js';
import s from './documents.module.css';

const filters = { document: text };

interface PolicyDocument {
  id: string;
  fileName: string;
  url: string;
  event: PolicyEvent;
}

/** The documents of a policy, the latest first, with a preview of the chosen one. */
export function DocumentsTab({ record: { events } }: { record: PolicyRecord }) {
  const [{ document: chosen }, change] = useFilters(filters);
  const documents = documentsOf(events);
  const open = documents.find(({ id }) => id === chosen);
  if (documents.length === 0) return <Empty>{t('policies.noDocuments')}</Empty>;
  return (
    <>
      <ul className={s.list}>
        {documents.map(({ id, fileName, event }) => (
          <li key={id} data-open={id === chosen || undefined}>
            <strong>{fileName}</strong>
            <span className="quiet">
              {word('policyEvent', event.type)} · <Moment at={event.createdTimestamp} />
              {event.createdBy && ` · ${authorOf(event.createdBy)}`}
            </span>
            {may('documents:read') && (
              <Button
                aria-expanded={id === chosen}
                aria-label={t(id === chosen ? 'policies.closePreviewOf' : 'policies.previewOf', {
                  name: fileName,
                })}
                onClick={() => change({ document: id === chosen ? '' : id })}
              >
                {t(id === chosen ? 'policies.closePreview' : 'policies.preview')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open && may('documents:read') && (
        <Section title={open.fileName}>
          <Preview key={open.id} document={open} />
        </Section>
      )}
    </>
  );
}

function documentsOf(events: readonly PolicyEvent[]): PolicyDocument[] {
  return events
    .flatMap((event) => {
      const { contentId, fileName, url } = event.data;
      const isDocument = event.type === 'DOCUMENT_GENERATED' || event.type === 'DOCUMENT_UPLOADED';
      if (!isDocument || typeof url !== 'string') return [];
      return [{ id: String(contentId), fileName: String(fileName), url, event }];
    })
    .toReversed();
}

function Preview({ document: { id, fileName, url } }: { document: PolicyDocument }) {
  const file = useQuery({
    queryKey: ['documents', id],
    queryFn: async ({ signal }) => (await ioi.documents.downloadFile({ path: url }, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <Loaded query={file}>{(blob) => <Shown blob={blob} fileName={fileName} />}</Loaded>;
}

function Shown({ blob, fileName }: { blob: Blob; fileName: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (address === undefined) return null;
  return (
    <>
      <p>
        <a href={address} download={fileName}>
          {t('policies.download')}
        </a>
      </p>
      {blob.type === 'application/pdf' && <iframe className={s.paper} title={fileName} src={address} />}
      {blob.type.startsWith('image/') && <img className={s.image} alt={fileName} src={address} />}
    </>
  );
}
