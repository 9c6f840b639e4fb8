import { businessTimeOf } from '../../db/clock.js';
import type { ActionToRun, RunPlan } from '../../domain/runs/fired-event.js';
import { readConfiguredWork, type SettledStep } from '../flow/configured-work.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { withSignsOfLife } from '../ground/sign-of-life.js';
import { endWithDocuments } from './end-with-documents.js';
import { evaluateFormOfEvent } from './evaluate-form-of-event.js';
import { subjectsOfEvent } from './subjects-of-event.js';
import { madeOrWhyNot } from './why-not-made.js';

/**
 * Evaluates a configured form for the subject of the event; of several quotes, the first. Its documents are
 * recorded with the action's end; documents and values go into the event's metadata. A form that does not
 * apply adds nothing.
 */
export function createEvaluateConfiguredForm(dependencies: ActivityDependencies) {
  return (
    triggerRequestId: string,
    told: ActionToRun<'CONFIGURATION_FORM_DATA_EVALUATION'>,
    savedId?: string,
  ): Promise<SettledStep & { fired: RunPlan[] }> =>
    asActivity(async () => {
      const { event, version, action, clientId } = await readConfiguredWork(
        dependencies,
        triggerRequestId,
        told,
        savedId,
      );
      const [ids] = await subjectsOfEvent(dependencies.db, event, clientId);
      const now = await businessTimeOf(dependencies.db, dependencies, event);
      const form = { formConfigId: action.formConfigId, actionId: action.id, now };
      const result =
        ids === undefined
          ? 'the event has no subject to evaluate the form for'
          : await withSignsOfLife(() =>
              madeOrWhyNot(() => evaluateFormOfEvent(dependencies, { ...form, event, version, ids })),
            );
      if (typeof result === 'string') {
        return endWithDocuments(dependencies, event, told, { state: 'FAILED', failure: result });
      }
      if (result === null) return endWithDocuments(dependencies, event, told, { state: 'SUCCEEDED' });
      const { documents, forms, values, fires } = result;
      const end = { state: 'SUCCEEDED' as const, metadata: { [action.into]: { forms, values } } };
      return endWithDocuments(dependencies, event, told, end, documents, fires);
    });
}
