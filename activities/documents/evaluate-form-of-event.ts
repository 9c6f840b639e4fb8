import type { FollowUp } from '../../db/events/follow-up.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { FormReference, MadeDocument } from '../../documents/making/document-maker.js';
import { evaluateForm } from '../../documents/making/evaluate-form.js';
import { readFormSource } from '../../documents/making/form-source.js';
import { generatedEvent } from '../../documents/making/generated-event.js';
import type { Subject, SubjectIds } from '../../documents/making/read-subject.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { madeByEvent } from './made-by-event.js';
import { noForm } from './why-not-made.js';

export interface FormOfEvent {
  event: AcceptedEvent;
  version: CatalogVersion;
  /** Document ids are derived from event, action and form, so that a retry makes the same documents. */
  actionId: string;
  formConfigId: string;
  ids: SubjectIds;
  now: BusinessTime;
  answersOf?: (subject: Subject) => AnswerMap | undefined;
  /** The `input` of the form's data. */
  inputOf?: (answers: AnswerMap) => JsonObject;
}

/** The result of an evaluation for an event, not recorded yet. */
export interface FormResult {
  documents: MadeDocument[];
  forms: FormReference[];
  values: JsonObject;
  /** The event for documents about a policy. */
  fires: FollowUp[];
}

/**
 * Evaluates a form for the subject of an event; null if it does not apply. `whyNotMade` explains the errors
 * that it throws.
 */
export async function evaluateFormOfEvent(
  { db, catalog, documents: { maker } }: Pick<ActivityDependencies, 'db' | 'catalog' | 'documents'>,
  { event, version, actionId, formConfigId, inputOf, ...request }: FormOfEvent,
): Promise<FormResult | null> {
  const { organizationId, triggerRequestId } = event;
  const source = await readFormSource({ db, catalog }, { ...request, organizationId, event, version });
  const { answers, records } = source.data;
  if (inputOf !== undefined) records.input = inputOf(answers);
  const evaluated = await evaluateForm(maker, {
    version,
    formConfigId,
    source,
    idOf: (id) => derivedId(triggerRequestId, actionId, id, 'document'),
    createdBy: madeByEvent(event),
  });
  if (evaluated === undefined) throw noForm(formConfigId);
  if (evaluated === null) return null;
  const forms = evaluated.documents.map(({ reference }) => reference);
  const fires = generatedEvent(source.links, forms);
  return { ...evaluated, forms, fires: fires === undefined ? [] : [fires] };
}
