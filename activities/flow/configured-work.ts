import { metadataOf } from '../../db/events/action-result.js';
import { eventValues, intakeOf } from '../../db/events/new-event.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import { filled } from '../../domain/events/event-template.js';
import type { EventValues } from '../../domain/events/event-values.js';
import { inboundRequestId } from '../../domain/events/inbound-request.js';
import { type Json, type JsonObject, valueAt } from '../../domain/json.js';
import type { ActionType, ConfiguredAction } from '../../domain/product/configured-action.js';
import type { ActivityDependencies } from '../dependencies.js';
import { missing } from '../failures.js';

/** The part of a planned action that an activity is told. */
export interface ConfiguredActionToRun {
  actionId: string;
  type: ActionType;
  name: string;
}

/** What an action that answers nothing to the run came to. */
export interface SettledStep {
  failure: string | null;
}

/** One configured action of one event, and what it can read. */
export interface ConfiguredWork<Type extends ActionType> {
  event: AcceptedEvent;
  version: CatalogVersion;
  action: Extract<ConfiguredAction, { type: Type }>;
  values: EventValues;
  /** A template of the action with its places filled. */
  fill(template: Json): Json | undefined;
}

/** Reads a configured action with what its templates can read; what is missing is not tried again. */
export async function readConfiguredWork<Type extends ActionType>(
  { db, events, catalog }: Pick<ActivityDependencies, 'db' | 'events' | 'catalog'>,
  triggerRequestId: string,
  { actionId, type }: { actionId: string; type: Type },
  clientId?: string,
): Promise<ConfiguredWork<Type>> {
  const event = await events.read(triggerRequestId);
  if (event === undefined) throw missing('event', triggerRequestId);
  const version = await catalog.version(event.productVersionId);
  if (version === null) throw missing('product version', event.productVersionId);
  const action = version.compiled.actions.get(actionId);
  if (action?.type !== type) throw missing('action', actionId);
  const values = eventValues(event, {
    clientId,
    metadata: await metadataOf(db, triggerRequestId),
    requestIds: requestIdsOf(version, event),
  });
  const answers = intakeOf(event.envelope);
  const read = (path: string): Json | undefined => {
    if (!path.startsWith('answer:')) return valueAt(values as unknown as JsonObject, path);
    const entry = answers[path.slice('answer:'.length)];
    return entry?.type === 'ANSWER' ? entry.answer : (entry as unknown as Json | undefined);
  };
  return {
    event,
    version,
    action: action as Extract<ConfiguredAction, { type: Type }>,
    values,
    fill: (template) => filled(template, read),
  };
}

/** By action id, under which id each wait of the event is answered. */
function requestIdsOf(
  { definition }: CatalogVersion,
  { triggerRequestId, envelope }: AcceptedEvent,
): JsonObject {
  const actions = definition.configurations.flatMap(({ events }) => events[envelope.type] ?? []);
  const waits = actions
    .flatMap((action) => [action, ...(action.onFailure ?? [])])
    .filter(({ type }) => type === 'INBOUND_WAIT');
  return Object.fromEntries(waits.map(({ id }) => [id, inboundRequestId(triggerRequestId, id)]));
}
