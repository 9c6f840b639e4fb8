import { ApplicationFailure } from '@temporalio/common';
import type { Knex } from 'knex';
import { metadataOf } from '../../db/events/action-result.js';
import { configuredActions, eventValues, intakeOf } from '../../db/events/new-event.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import {
  type ActionType,
  type ConfiguredAction,
  withFallbacks,
} from '../../domain/actions/configured-action.js';
import { type Json, type JsonObject, valueAt } from '../../domain/ground/json.js';
import { entryOf } from '../../domain/intake/answers.js';
import { filled, TemplateTooLong } from '../../domain/runs/event-template.js';
import type { EventValues } from '../../domain/runs/event-values.js';
import { inboundRequestId } from '../../domain/runs/inbound-request.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { type EventWithVersion, readEventWithVersion } from '../ground/event-with-version.js';
import { missing } from '../ground/failures.js';

/** The result of an action that returns nothing else to the run. */
export interface SettledStep {
  failure: string | null;
}

/** The data that an event's actions share. */
interface EventAtWork extends EventWithVersion {
  /** The client that it is about, which a default action may have saved. */
  clientId: string | undefined;
}

/** One configured action of one event. */
export interface ConfiguredWork<Type extends ActionType> extends EventAtWork {
  action: Extract<ConfiguredAction, { type: Type }>;
}

/** Reads a configured action and its event. A missing record is not retried. */
export async function readConfiguredWork<Type extends ActionType>(
  dependencies: Pick<ActivityDependencies, 'events' | 'catalog'>,
  triggerRequestId: string,
  { actionId, type }: { actionId: string; type: Type },
  clientId?: string,
): Promise<ConfiguredWork<Type>> {
  const { event, version } = await readEventWithVersion(dependencies, triggerRequestId);
  const action = version.compiled.actions.get(actionId);
  if (action?.type !== type) throw missing('action', actionId);
  return {
    event,
    version,
    action: action as Extract<ConfiguredAction, { type: Type }>,
    clientId: clientId ?? event.clientId ?? undefined,
  };
}

/** The values for an action's conditions and templates, when it is about to run. */
export async function valuesForAction(
  db: Knex,
  { event, version, clientId }: EventAtWork,
): Promise<EventValues> {
  const metadata = await metadataOf(db, event.triggerRequestId);
  const subject = { clientId, policyId: event.policyId ?? undefined };
  return eventValues(event, { ...subject, metadata, requestIds: requestIdsOf(version, event) });
}

/** An action's template with its placeholders filled. */
export async function filledTemplate(db: Knex, work: EventAtWork, template: Json): Promise<Json | undefined> {
  const values = await valuesForAction(db, work);
  const answers = intakeOf(work.event.envelope);
  try {
    return filled(template, (path) => {
      if (!path.startsWith('answer:')) return valueAt(values, path);
      const entry = entryOf(answers, path.slice('answer:'.length));
      return entry?.type === 'ANSWER' ? entry.answer : entry;
    });
  } catch (error) {
    if (!(error instanceof TemplateTooLong)) throw error;
    throw ApplicationFailure.nonRetryable(error.message, 'TEMPLATE_TOO_LONG');
  }
}

/** The request id of each wait of the event, by action id. */
function requestIdsOf(version: CatalogVersion, { triggerRequestId, envelope }: AcceptedEvent): JsonObject {
  const waits = withFallbacks(configuredActions(version, envelope)).filter(
    ({ type }) => type === 'INBOUND_WAIT',
  );
  return Object.fromEntries(waits.map(({ id }) => [id, inboundRequestId(triggerRequestId, id)]));
}
