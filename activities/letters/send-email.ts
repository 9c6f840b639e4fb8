import { businessTimeOf } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import { metadataOf } from '../../db/events/action-result.js';
import { queueMail } from '../../db/mail/queue-mail.js';
import { isObject, type Json } from '../../domain/ground/json.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { ActionToRun, RunPlan } from '../../domain/runs/fired-event.js';
import { endWithDocuments } from '../documents/end-with-documents.js';
import { subjectsOfEvent } from '../documents/subjects-of-event.js';
import { madeOrWhyNot } from '../documents/why-not-made.js';
import { readConfiguredWork, type SettledStep } from '../flow/configured-work.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { withSignsOfLife } from '../ground/sign-of-life.js';
import { factsOfEvent } from './facts-of-event.js';
import { letterOfEvent } from './letter-of-event.js';

/** What is said of statements and payments. */
const ofAccount: ReadonlySet<string> = new Set(['INVOICE', 'REMINDER', 'RECEIPT']);

/**
 * Queues one mail about the event's records; of several quotes, about the first, with the documents of all. Its documents
 * are made first, and recorded with it and the action's end.
 */
export function createSendEmail(dependencies: ActivityDependencies) {
  const { db } = dependencies;
  return (
    triggerRequestId: string,
    told: ActionToRun<'SEND_EMAIL'>,
    clientId?: string,
  ): Promise<SettledStep & { fired: RunPlan[] }> =>
    asActivity(async () => {
      const work = await readConfiguredWork(dependencies, triggerRequestId, told, clientId);
      const { event, version, action } = work;
      const [ids] = await subjectsOfEvent(db, event, work.clientId);
      if (ids === undefined) {
        const failure = 'the event has no client, quote or policy to write about';
        return endWithDocuments(dependencies, event, told, { state: 'FAILED', failure });
      }
      const { currency } = policySettingsOf(version.definition);
      const about = await factsOfEvent(db, event, currency);
      if (ofAccount.has(action.purpose) && about.nothingToTell)
        return endWithDocuments(dependencies, event, told, { state: 'SKIPPED' });
      const now = await businessTimeOf(db, dependencies, event);
      const documentIds = await documentsOf(db, triggerRequestId, action.attach);
      const asked = { ...action, ...about, event, version, actionId: action.id, documentIds, ids, now };
      const letter = await withSignsOfLife(() => madeOrWhyNot(() => letterOfEvent(dependencies, asked)));
      if (typeof letter === 'string')
        return endWithDocuments(dependencies, event, told, { state: 'FAILED', failure: letter });
      const { mail, documents, fires } = letter;
      const metadata = { [action.into]: { mailId: mail.id } };
      const end = { state: 'SUCCEEDED' as const, metadata };
      return endWithDocuments(dependencies, event, told, end, documents, fires, (trx) =>
        queueMail(trx, mail),
      );
    });
}

/** The documents that earlier actions put under these keys of the metadata, each once. */
async function documentsOf(
  db: Database,
  triggerRequestId: string,
  keys: readonly string[],
): Promise<string[]> {
  const metadata = await metadataOf(db, triggerRequestId);
  return [...new Set(keys.flatMap((key) => documentsIn(metadata[key])))];
}

/** A list of references, or the result of an evaluation with its `forms`. */
function documentsIn(value: Json | undefined): string[] {
  const list = isObject(value) ? value.forms : value;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => (isObject(one) && typeof one.contentId === 'string' ? [one.contentId] : []));
}
