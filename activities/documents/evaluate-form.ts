import type { FollowUp } from '../../db/events/follow-up.js';
import { type EvaluatedForm, evaluateForm } from '../../documents/making/evaluate-form.js';
import { generatedEvent } from '../../documents/making/generated-follow-up.js';
import type { SubjectIds } from '../../documents/making/read-subject.js';
import { derivedId } from '../../domain/ground/derived-id.js';
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

interface Result {
  evaluated: EvaluatedForm;
  tells: FollowUp | undefined;
}

/**
 * Evaluates a form for what the event is about; of several quotes the first. Its documents are recorded with the action's
 * end; documents and values go into the event's metadata. No result adds nothing.
 */
export function createEvaluateForm(dependencies: ActivityDependencies) {
  return (
    triggerRequestId: string,
    told: ConfiguredActionToRun & { type: 'CONFIGURATION_FORM_DATA_EVALUATION' },
    clientId?: string,
  ): Promise<SettledStep & { fired: RunPlan[] }> =>
    asActivity(async () => {
      const work = await readConfiguredWork(dependencies, triggerRequestId, told, clientId);
      const { event, action } = work;
      const [ids] = await subjectsOfEvent(dependencies.db, event, clientId);
      const result =
        ids === undefined
          ? 'the event is about nobody for whom the form could be evaluated'
          : await withSignsOfLife(() => evaluate(dependencies, work, ids));
      if (typeof result === 'string') {
        return endWithDocuments(dependencies, event, told, { state: 'FAILED', failure: result });
      }
      if (result === null) return endWithDocuments(dependencies, event, told, { state: 'SUCCEEDED' });
      const { documents, values } = result.evaluated;
      const references = documents.map(({ reference }) => reference);
      const forms = locatedReferences(dependencies.documents.urls, references);
      const end = { state: 'SUCCEEDED' as const, metadata: { [action.into]: { forms, values } } };
      const tells = result.tells === undefined ? [] : [result.tells];
      return endWithDocuments(dependencies, event, told, end, documents, tells);
    });
}

async function evaluate(
  dependencies: ActivityDependencies,
  { event, version, action }: ConfiguredWork<'CONFIGURATION_FORM_DATA_EVALUATION'>,
  ids: SubjectIds,
): Promise<Result | string | null> {
  const { maker, urls } = dependencies.documents;
  const now = dependencies.now();
  try {
    const { subject, data, about } = await formOfEvent(dependencies, event, version, { ids, now });
    const evaluated = await evaluateForm(maker, {
      ...{ version, formConfigId: action.formConfigId, data, about, now },
      idOf: (formConfigId) => derivedId(event.triggerRequestId, action.id, formConfigId, 'document'),
      createdBy: madeByEvent(event),
    });
    if (evaluated === undefined) return `the product has no form ${action.formConfigId}`;
    if (evaluated === null) return null;
    const told = { clientId: subject.client.id, policyId: about.policyId };
    const references = evaluated.documents.map(({ reference }) => reference);
    return { evaluated, tells: generatedEvent(urls, told, references) };
  } catch (error) {
    const reason = whyNotMade(error);
    if (reason === undefined) throw error;
    return reason;
  }
}
