import { type DataLookupAction, isRating } from '../../actions/configured-action.js';
import { RatingProblem } from '../../expression/index.js';
import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { type QuestionType, type QuestionTypes, questionTypesOf } from '../../questions/question-types.js';
import { compileReading } from '../../rating/intake/asked-question.js';
import { placesIn } from '../../runs/event-template.js';
import type { ProductDefinition } from '../definition.js';
import { type PlacedAction, placedActions } from '../placed-actions.js';
import { lintWaits } from './lint-lookup-waits.js';
import { namesRead } from './lint-unread.js';
import { linesOf, questionsOf } from './lint-walk.js';

type PlacedLookup = PlacedAction & { action: DataLookupAction };

const isLookup = (placed: PlacedAction): placed is PlacedLookup => placed.action.type === 'DATA_LOOKUP';

/**
 * Checks lookups: when they run, what they send and fill, their defaults, and that something reads what they fill. Names of
 * endpoints are those of an installation, which a product does not know.
 */
export function lintLookups(definition: ProductDefinition): LintIssue[] {
  const types = questionTypesOf(definition.product);
  const actions = placedActions(definition);
  const lookups = actions.filter(isLookup);
  return [
    ...lookups.flatMap((lookup) => [
      ...lintRun(lookup, actions),
      ...lintLoop(lookup, types),
      ...lintSent(lookup, types),
      ...Object.keys(lookup.action.fills).flatMap((qid) => lintFill(lookup, qid, types)),
    ]),
    ...filledTwice(lookups),
    ...lintWaits(lookups),
    ...readTooEarly(actions, types),
    ...lintOnlyLookedUp(definition, lookups),
    ...filledForNothing(definition, lookups),
  ];
}

function lintRun({ action, event, path }: PlacedLookup, actions: readonly PlacedAction[]): LintIssue[] {
  if (event !== 'GET_QUOTES')
    return [lintError([...path, 'type'], `DATA_LOOKUP runs only for GET_QUOTES, not for ${event}`)];
  if (path.includes('onFailure'))
    return [lintError([...path, 'type'], 'DATA_LOOKUP cannot replace an action that failed')];
  const first = actions.find((other) => isRating(other.action) && other.action.order <= action.order);
  if (first === undefined) return [];
  const message = `has order ${action.order}, but must run before the rating "${first.action.name}" of order ${first.action.order}`;
  return [lintError([...path, 'order'], message)];
}

function lintLoop({ action: { each, fills }, path }: PlacedLookup, types: QuestionTypes): LintIssue[] {
  if (Object.keys(fills).length === 0) return [lintError([...path, 'fills'], 'fills no question')];
  if (each === undefined || types.get(each)?.isLoop === true) return [];
  return [
    lintError([...path, 'each'], `no line asks the loop question "${each}"${suggestion(each, types.keys())}`),
  ];
}

function lintSent({ action: { send, each }, path }: PlacedLookup, types: QuestionTypes): LintIssue[] {
  const at = [...path, 'send'];
  return placesIn(send).flatMap((place) => {
    if (!place.startsWith('answer:'))
      return [lintError(at, `"${place}" cannot be sent to a source: use answer:<question id>`)];
    const qid = place.slice('answer:'.length);
    const type = types.get(qid);
    if (type === undefined)
      return [lintError(at, `no line asks the question "${qid}"${suggestion(qid, types.keys())}`)];
    if (type.isLoop || (type.loop !== null && type.loop !== each))
      return [lintError(at, `"${qid}" has several answers: ask for each iteration of its loop`)];
    return [];
  });
}

function lintFill({ action, path }: PlacedLookup, qid: string, types: QuestionTypes): LintIssue[] {
  const at = [...path, 'fills', qid];
  const { each = null, otherwise } = action;
  const type = types.get(qid);
  if (type === undefined)
    return [lintError(at, `no line asks the question "${qid}"${suggestion(qid, types.keys())}`)];
  if (type.isLoop || type.loop !== each) {
    const where = each === null ? 'a question of the policy' : `a question of the loop "${each}"`;
    return [lintError(at, `"${qid}" is not ${where}`)];
  }
  const fill = action.fills[qid];
  if (fill?.default !== undefined) return lintDefault([...at, 'default'], type, fill.default);
  if (otherwise !== 'DEFAULT' || fill?.optional === true) return [];
  return [lintError(at, `needs a default, since otherwise is DEFAULT`)];
}

function lintDefault(path: LintIssue['path'], type: QuestionType, text: string): LintIssue[] {
  try {
    compileReading(type)(text);
    return [];
  } catch (error) {
    if (!(error instanceof RatingProblem)) throw error;
    return [lintError(path, error.message)];
  }
}

function filledTwice(lookups: readonly PlacedLookup[]): LintIssue[] {
  const filled = new Map<string, string>();
  return lookups.flatMap(({ action, path }) =>
    Object.keys(action.fills).flatMap((qid) => {
      const other = filled.get(qid);
      if (action.when === undefined) filled.set(qid, action.name);
      return other === undefined ? [] : [lintError([...path, 'fills', qid], `"${other}" fills it, too`)];
    }),
  );
}

/** The condition of an action is decided when the event is accepted: before its lookups. */
function readTooEarly(actions: readonly PlacedAction[], types: QuestionTypes): LintIssue[] {
  return actions.flatMap(({ action: { when }, path }) => {
    const names = when === undefined ? new Set<string>() : namesRead(when);
    const early = [...names].filter((name) => types.get(name)?.definition?.lookedUp === true);
    return early.map((qid) =>
      lintError([...path, 'when'], `"${qid}" is looked up, which is after this condition is decided`),
    );
  });
}

/** Questions that nobody is asked, and no lookup answers. */
function lintOnlyLookedUp(definition: ProductDefinition, lookups: readonly PlacedLookup[]): LintIssue[] {
  const filled = new Set(lookups.flatMap(({ action }) => Object.keys(action.fills)));
  const asking = [...linesOf(definition.product)].filter(({ asks }) => asks);
  return asking
    .flatMap((line) => [...questionsOf(line)])
    .flatMap(({ question, path }) => {
      if (question.lookedUp === undefined) return [];
      const at = [...path, 'lookedUp'];
      if (question.loop !== undefined) return [lintError(at, 'a loop is asked, not looked up')];
      return filled.has(question.qid)
        ? []
        : [lintError(at, `nobody is asked "${question.qid}", and no lookup fills it`)];
    });
}

function filledForNothing(definition: ProductDefinition, lookups: readonly PlacedLookup[]): LintIssue[] {
  // Carriers are sent every answer.
  const asksCarriers = placedActions(definition).some(({ action }) => action.type.startsWith('THIRD_PARTY'));
  if (asksCarriers || lookups.length === 0) return [];
  const { accepted: _accepted, configurations, ...rest } = definition;
  const withoutFills = placedActions({ configurations }).map(({ action }) => ({ ...action, fills: null }));
  const names = namesRead([rest, withoutFills]);
  return lookups.flatMap(({ action, path }) =>
    Object.keys(action.fills)
      .filter((qid) => !names.has(qid))
      .map((qid) =>
        lintWarning([...path, 'fills', qid], `nothing in the product reads "${qid}": was it forgotten?`),
      ),
  );
}
