import path from 'node:path';
import type { Knex } from 'knex';
import { acceptFollowUp, type FollowUp } from '../../db/events/follow-up.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { FormReference } from './document-maker.js';
import type { Subject } from './read-subject.js';

/** A stored file, as events tell of it. */
export interface DocumentOfEvent {
  name: string;
  extension: string;
  contentId: string;
  url?: string;
}

/** A stored file by its id and name, as events tell of it. */
export function documentOfEvent(urls: FileUrls, id: string, fileName: string): DocumentOfEvent {
  const extension = path.extname(fileName);
  const url = urls.urlOf({ id, fileName });
  return {
    name: path.basename(fileName, extension),
    extension: extension.slice(1) || 'bin',
    contentId: id,
    ...(url !== undefined && { url }),
  };
}

/** `POLICY_DOC_GENERATED` of documents about a policy; undefined where they are about none, or there are none. */
export function generatedEvent(
  urls: FileUrls,
  { clientId, policyId }: { clientId: string; policyId: string | null },
  references: readonly FormReference[],
): FollowUp | undefined {
  const [first] = references;
  if (policyId === null || first === undefined) return undefined;
  const documents = references.map(({ contentId, fileName }) => documentOfEvent(urls, contentId, fileName));
  return {
    id: derivedId(first.contentId, 'POLICY_DOC_GENERATED'),
    type: 'POLICY_DOC_GENERATED',
    payload: { clientId, policyId, documents },
  };
}

/** Accepts the event that tells of documents made on demand, in the transaction that records them. */
export async function generatedFollowUp(
  trx: Knex,
  catalog: ProductCatalog,
  given: {
    made: readonly { reference: FormReference }[];
    subject: Subject;
    organizationId: string;
    urls: FileUrls;
    now: Date;
  },
): Promise<RunPlan | undefined> {
  const { made, subject, organizationId, urls, now } = given;
  const { policy, client } = subject;
  const about = { clientId: client.id, policyId: policy?.row.id ?? null };
  const followUp = generatedEvent(
    urls,
    about,
    made.map(({ reference }) => reference),
  );
  if (policy === null || followUp === undefined) return undefined;
  const { productId, productVersionId } = policy.row;
  const context = { organizationId, productId, productVersionId, asConfiguredAt: now };
  return acceptFollowUp(trx, catalog, context, followUp);
}
