import path from 'node:path';
import type { FollowUp } from '../../db/events/follow-up.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { FormReference } from './document-maker.js';
import type { DocumentLinks } from './form-source.js';

/** A stored file in the payload of an event. */
export type DocumentOfEvent = {
  name: string;
  extension: string;
  contentId: string;
  url?: string;
};

/** A stored file by its id, name and URL, for the payload of an event. */
export function documentOfEvent({
  contentId,
  fileName,
  url,
}: Pick<FormReference, 'contentId' | 'fileName' | 'url'>): DocumentOfEvent {
  const extension = path.extname(fileName);
  return {
    name: path.basename(fileName, extension),
    extension: extension.slice(1) || 'bin',
    contentId,
    ...(url !== undefined && { url }),
  };
}

/** The `POLICY_DOC_GENERATED` event of documents about a policy; undefined if there are none. */
export function generatedEvent(
  { clientId, policyId }: Pick<DocumentLinks, 'clientId' | 'policyId'>,
  references: readonly FormReference[],
): FollowUp | undefined {
  const [first] = references;
  if (clientId === null || policyId === null || first === undefined) return undefined;
  return {
    id: derivedId(first.contentId, 'POLICY_DOC_GENERATED'),
    type: 'POLICY_DOC_GENERATED',
    payload: { clientId, policyId, documents: references.map(documentOfEvent) },
  };
}
