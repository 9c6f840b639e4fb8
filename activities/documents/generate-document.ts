import { businessTimeOf } from '../../db/clock.js';
import type { FollowUp } from '../../db/events/follow-up.js';
import type { MadeDocument } from '../../documents/making/document-maker.js';
import { readFormSource } from '../../documents/making/form-source.js';
import { generatedEvent } from '../../documents/making/generated-event.js';
import type { SubjectIds } from '../../documents/making/read-subject.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { ActionToRun, RunPlan } from '../../domain/runs/fired-event.js';
import { type ConfiguredWork, readConfiguredWork, type SettledStep } from '../flow/configured-work.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { withSignsOfLife } from '../ground/sign-of-life.js';
import { endWithDocuments } from './end-with-documents.js';
import { madeByEvent } from './made-by-event.js';
import { subjectsOfEvent } from './subjects-of-event.js';
import { madeOrWhyNot, noForm } from './why-not-made.js';

type Work = ConfiguredWork<'DOCUMENT_GENERATION'>;

/** A document of one subject, with its event if it is about a policy. */
interface DocumentOfSubject {
  made: MadeDocument;
  fires: FollowUp | undefined;
}

/**
 * Generates a form's document for every subject of the event. Its id is derived from event, action and
 * subject, so that a retry makes the same document. It is recorded with the action's end.
 */
export function createGenerateDocument(dependencies: ActivityDependencies) {
  return (
    triggerRequestId: string,
    told: ActionToRun<'DOCUMENT_GENERATION'>,
    clientId?: string,
  ): Promise<SettledStep & { fired: RunPlan[] }> =>
    asActivity(async () => {
      const work = await readConfiguredWork(dependencies, triggerRequestId, told, clientId);
      const subjects = await subjectsOfEvent(dependencies.db, work.event, work.clientId);
      const result =
        subjects.length === 0
          ? 'the event has no subject to generate a document for'
          : await withSignsOfLife(() =>
              madeOrWhyNot(() => Promise.all(subjects.map((ids) => makeOne(dependencies, work, ids)))),
            );
      if (typeof result === 'string') {
        return endWithDocuments(dependencies, work.event, told, { state: 'FAILED', failure: result });
      }
      const documents = result.flatMap((one) => one ?? []);
      const references = documents.map(({ made }) => made.reference);
      return endWithDocuments(
        dependencies,
        work.event,
        told,
        { state: 'SUCCEEDED', metadata: { [work.action.into]: references } },
        documents.map(({ made }) => made),
        documents.flatMap(({ fires }) => fires ?? []),
      );
    });
}

/** Undefined if the form does not apply to the subject. */
async function makeOne(
  { db, catalog, documents, now: system }: ActivityDependencies,
  { event, version, action }: Work,
  ids: SubjectIds,
): Promise<DocumentOfSubject | undefined> {
  const form = version.compiled.forms.documents.get(action.formConfigId);
  if (form === undefined) throw noForm(action.formConfigId);
  const { organizationId, triggerRequestId } = event;
  const now = await businessTimeOf(db, { catalog, now: system }, event);
  const source = await readFormSource({ db, catalog }, { organizationId, event, version, ids, now });
  const { links } = source;
  const subjectId = links.policyId ?? links.quoteId ?? ids.clientId;
  const ofTerm = ids.termNumber === undefined ? [] : [String(ids.termNumber)];
  const made = await documents.maker.make({
    id: derivedId(triggerRequestId, action.id, subjectId, ...ofTerm, 'document'),
    form,
    source,
    fileName: action.fileName,
    createdBy: madeByEvent(event),
  });
  return made && { made, fires: generatedEvent(links, [made.reference]) };
}
