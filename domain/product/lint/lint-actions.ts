import type { ConfiguredAction } from '../../actions/configured-action.js';
import { schemaFault } from '../../actions/payload-schema.js';
import { declaredPayloadNames } from '../../events/envelope.js';
import { compileForms } from '../../forms/compile-form.js';
import type { Json } from '../../ground/json.js';
import { undeclaredIn } from '../../ground/known-names.js';
import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { type QuestionTypes, questionTypesOf } from '../../questions/question-types.js';
import { placesIn } from '../../runs/event-template.js';
import type { ProductDefinition } from '../definition.js';
import { type PayloadNames, payloadNamesOf } from '../payload-names.js';
import { type PlacedAction, placedActions } from '../placed-actions.js';

const known = /^(payload|metadata|event|requestIds)\.[^.]/;

/** The most actions of an event type, with their fallbacks. */
const mostActions = 50;

/**
 * Checks templates of actions, schemas of payloads, events that would fire themselves, names that nothing reads, and the
 * number of actions.
 */
export function lintFlowActions(definition: ProductDefinition): LintIssue[] {
  const types = questionTypesOf(definition.product);
  const actions = placedActions(definition);
  const ids = new Map(actions.map(({ action }) => [action.id, action]));
  const read = new Set([...payloadNamesOf(definition, types), ...formsOf(definition, types).payloadNames]);
  return [
    ...actions.flatMap((placed) => [...issuesOf(placed, types, ids), ...unreadNames(placed, read)]),
    ...tooManyActions(actions),
  ];
}

/** Forms are compiled to know what they read; what is wrong in them is reported by their own check. */
const formsOf = (definition: ProductDefinition, types: QuestionTypes) =>
  compileForms(definition.forms ?? [], types, []);

/** Names in the payload of an event that the product fires at itself which neither the event has nor the product reads. */
function unreadNames({ action, path }: PlacedAction, read: PayloadNames): LintIssue[] {
  if (action.type !== 'FIRE_EVENT' || action.lineId !== undefined || read.has('')) return [];
  const declared = declaredPayloadNames(action.eventType);
  if (declared.includes('details')) return [];
  return undeclaredIn(action.payload, [...declared, ...read]).map((name) => {
    const why = `${action.eventType} has no "${name}" in its payload, and nothing in the product reads it`;
    return { ...lintWarning([...path, 'payload', name], why), atKey: true };
  });
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
    case 'CREATE_TASK':
      return templateIssues(action.title, [...path, 'title'], types, ids);
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
    // Checked by `lintLookups`.
    case 'DATA_LOOKUP':
    case 'DOCUMENT_GENERATION':
    case 'CONFIGURATION_FORM_DATA_EVALUATION':
    // Checked by `lintMail`.
    case 'SEND_EMAIL':
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
