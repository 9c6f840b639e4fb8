import type { ConfiguredAction } from '../../actions/configured-action.js';
import { schemaFault } from '../../actions/payload-schema.js';
import type { Json } from '../../ground/json.js';
import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { type QuestionTypes, questionTypesOf } from '../../questions/question-types.js';
import { placesIn } from '../../runs/event-template.js';
import type { ProductDefinition } from '../definition.js';
import { type PlacedAction, placedActions } from '../placed-actions.js';

const known = /^(payload|metadata|event|requestIds)\.[^.]/;

/** The most actions of an event type, with their fallbacks. */
const mostActions = 50;

/** Checks templates of actions, schemas of payloads, events that would fire themselves, and the number of actions. */
export function lintFlowActions(definition: ProductDefinition): LintIssue[] {
  const types = questionTypesOf(definition.product);
  const actions = placedActions(definition);
  const ids = new Map(actions.map(({ action }) => [action.id, action]));
  return [...actions.flatMap((placed) => issuesOf(placed, types, ids)), ...tooManyActions(actions)];
}

function tooManyActions(actions: readonly PlacedAction[]): LintIssue[] {
  const counts = new Map<string, number>();
  return actions.flatMap(({ event, path }) => {
    const count = (counts.get(event) ?? 0) + 1;
    counts.set(event, count);
    if (count !== mostActions + 1) return [];
    return [lintError(path, `${event} has more than ${mostActions} actions, with those of onFailure`)];
  });
}

function issuesOf(
  { action, event, path }: PlacedAction,
  types: QuestionTypes,
  ids: ReadonlyMap<string, ConfiguredAction>,
): LintIssue[] {
  switch (action.type) {
    case 'HTTP_REQUEST':
      return templateIssues(action.body, [...path, 'body'], types, ids);
    case 'FIRE_EVENT': {
      const again =
        action.eventType === event && action.lineId === undefined && action.when === undefined
          ? [lintError([...path, 'eventType'], `${event} would fire itself endlessly`)]
          : [];
      return [...again, ...templateIssues(action.payload, [...path, 'payload'], types, ids)];
    }
    case 'INBOUND_WAIT': {
      const fault = action.payloadSchema && schemaFault(action.payloadSchema);
      const unasked = Object.keys(action.clientAnswers).filter((qid) => !types.has(qid));
      return [
        ...(fault === undefined ? [] : [lintError([...path, 'payloadSchema'], fault)]),
        ...unasked.map((qid) =>
          lintWarning([...path, 'clientAnswers', qid], `no line asks the question "${qid}"`),
        ),
      ];
    }
    case 'IOI_RATING':
    case 'BUNDLE_RATING':
    case 'THIRD_PARTY_RATING':
    case 'THIRD_PARTY_RATING_ALGO':
    case 'DOCUMENT_GENERATION':
    case 'CONFIGURATION_FORM_DATA_EVALUATION':
      return [];
  }
}

function templateIssues(
  template: Json | undefined,
  path: LintIssue['path'],
  types: QuestionTypes,
  actions: ReadonlyMap<string, ConfiguredAction>,
): LintIssue[] {
  return placesIn(template ?? null).flatMap((place) => {
    const message = faultOf(place, types, actions);
    return message === undefined ? [] : [lintError(path, message)];
  });
}

function faultOf(
  place: string,
  types: QuestionTypes,
  actions: ReadonlyMap<string, ConfiguredAction>,
): string | undefined {
  if (place.startsWith('answer:')) {
    const qid = place.slice('answer:'.length);
    return types.has(qid) ? undefined : `no line asks the question "${qid}"`;
  }
  if (!known.test(place)) {
    return `"${place}" cannot be read here: use payload, metadata, event, requestIds or answer:<question id>`;
  }
  if (!place.startsWith('requestIds.')) return undefined;
  const waits = actions.get(place.slice('requestIds.'.length))?.type === 'INBOUND_WAIT';
  return waits ? undefined : `"${place}" is not the id of an INBOUND_WAIT`;
}
