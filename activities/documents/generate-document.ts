import type { FollowUp } from '../../db/events/follow-up.js';
import type { MadeDocument } from '../../documents/making/document-maker.js';
import { missingRecord } from '../../documents/making/evaluate-form.js';
import { generatedEvent } from '../../documents/making/generated-follow-up.js';
import type { SubjectIds } from '../../documents/making/read-subject.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import {
  type ConfiguredActionToRun,
  type ConfiguredWork,
  readConfiguredWork,
  type SettledStep,
} from '../flow/configured-work.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { withSignsOfLife } from '../ground/sign-of-life.js';
import { endWithDocuments, locatedReferences } from './end-with-documents.js';
import { formOfEvent, madeByEvent, whyNotMade } from './form-of-event.js';
import { subjectsOfEvent } from './subjects-of-event.js';

type Work = ConfiguredWork<'DOCUMENT_GENERATION'>;

/** A document of one subject, with the event that tells of it where it is about a policy. */
interface DocumentOfSubject {
  made: MadeDocument;
  tells: FollowUp | undefined;
}

/**
 * Makes the document of a form for everything that the event is about. Its id follows from event, action and subject, so
 * that a retry makes the same one; it is recorded with the action's end.
 */
export function createGenerateDocument(dependencies: ActivityDependencies) {
  return (
    triggerRequestId: string,
    told: ConfiguredActionToRun & { type: 'DOCUMENT_GENERATION' },
    clientId?: string,
  ): Promise<SettledStep & { fired: RunPlan[] }> =>
    asActivity(async () => {
      const work = await readConfiguredWork(dependencies, triggerRequestId, told, clientId);
      const made = await withSignsOfLife(() => makeAll(dependencies, work, clientId));
      if (typeof made === 'string') {
        return endWithDocuments(dependencies, work.event, told, { state: 'FAILED', failure: made });
      }
      const references = made.map(({ made: { reference } }) => reference);
      const metadata: JsonObject = {
        [work.action.into]: locatedReferences(dependencies.documents.urls, references),
      };
      return endWithDocuments(
        dependencies,
        work.event,
        told,
        { state: 'SUCCEEDED', metadata },
        made.map((one) => one.made),
        made.flatMap(({ tells }) => tells ?? []),
      );
    });
}

/** The documents, or why there are none. */
async function makeAll(
  dependencies: ActivityDependencies,
  work: Work,
  clientId: string | undefined,
): Promise<DocumentOfSubject[] | string> {
  const subjects = await subjectsOfEvent(dependencies.db, work.event, clientId);
  if (subjects.length === 0) return 'the event is about nobody of whom a document could be made';
  try {
    const made = await Promise.all(subjects.map((ids) => makeOne(dependencies, work, ids)));
    return made.flatMap((one) => one ?? []);
  } catch (error) {
    const reason = whyNotMade(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

/** Undefined where the form does not apply to the subject. */
async function makeOne(
  dependencies: ActivityDependencies,
  { event, version, action }: Work,
  ids: SubjectIds,
): Promise<DocumentOfSubject | undefined> {
  const { documents } = dependencies;
  const now = dependencies.now();
  const form = version.compiled.forms.documents.get(action.formConfigId);
  if (form === undefined) throw new Error(`the product has no document form ${action.formConfigId}`);
  const { subject, data, about } = await formOfEvent(dependencies, event, version, { ids, now });
  if (missingRecord(form, data) !== undefined || !form.applies(data)) return undefined;
  const subjectId = about.policyId ?? about.quoteId ?? subject.client.id;
  const made = await documents.maker.make({
    id: derivedId(event.triggerRequestId, action.id, subjectId, 'document'),
    ...{ form, data, about, now },
    fileName: action.fileName,
    createdBy: madeByEvent(event),
  });
  const told = { clientId: subject.client.id, policyId: about.policyId };
  return { made, tells: generatedEvent(documents.urls, told, [made.reference]) };
}
