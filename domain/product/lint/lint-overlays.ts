import { type LintIssue, lintError, lintWarning, pathText } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { type Segment, segmentsOf } from '../../overlays/holding.js';
import { lapsedChanges } from '../../overlays/lapsed-changes.js';
import { type Overlay, statesOf } from '../../overlays/overlay.js';
import { OverlaidParts, type Resolved } from '../../overlays/resolve.js';
import { questionTypesOf } from '../../questions/question-types.js';
import type { ProductDefinition } from '../definition.js';
import { stateQuestionOf, statesSold } from '../overlaid-product.js';
import { isUnread } from './unread-findings.js';

/** Lints what holds in these states. */
type Lint = (definition: ProductDefinition, states: readonly string[]) => LintIssue[];

/** The states whose overlays are told as the cause of an issue elsewhere. */
const toldStates = 3;
/** The changes that are told of those that a revision leaves out. */
const toldChanges = 5;

/**
 * Checks the overlays, and with `lint` the product of every combination of them that can hold. What it finds there and not in
 * the product without overlays is at the change that wrote it; at its place, with the states, if no change did.
 *
 * @param only the combinations of one state.
 */
export function lintOverlays(
  definition: ProductDefinition,
  ofBase: readonly LintIssue[],
  lint: Lint,
  only?: string,
): LintIssue[] {
  const { overlays = [] } = definition;
  if (overlays.length === 0) return [];
  const parts = new OverlaidParts(definition);
  const issues = [
    ...stateIssues(definition),
    ...changedStateQuestion(definition),
    ...sameNames(overlays),
    ...parts.problems(),
  ];
  // Without its overlays the product is wrong already, and each combination would say so again.
  if ([...issues, ...ofBase].some(({ severity }) => severity === 'ERROR')) return issues;
  const known = new Set([...issues, ...ofBase].map(keyOf));
  return [
    ...issues,
    ...lapsed(overlays, parts, only),
    ...segmentsOf(overlays, only).flatMap((segment) => {
      const found = issuesOf(definition, parts.with(segment.overlays), segment, lint);
      return found.flatMap(({ ofBase: _, ...issue }, index) => {
        const key = keyOf(found[index] ?? issue);
        const isKnown = known.has(key);
        known.add(key);
        return isKnown ? [] : [issue];
      });
    }),
  ];
}

/** A revision that leaves out a part of what it revises. */
function lapsed(
  overlays: readonly Overlay[],
  parts: OverlaidParts<ProductDefinition>,
  only: string | undefined,
): LintIssue[] {
  return lapsedChanges(overlays, (overlay) => parts.editsOf(overlay)).flatMap(
    ({ overlay, successors, states, changes }) => {
      if (only !== undefined && !states.includes(only)) return [];
      const until = overlays[overlay]?.until;
      const lost = changes.slice(0, toldChanges).map((change) => `changes[${change}]`);
      const more = changes.length > toldChanges ? ` and ${changes.length - toldChanges} more` : '';
      const message = `ends on ${until}, when ${listOf(successors)} begins without ${lost.join(', ')}${more}: from that day the base holds there in ${listOf(states.slice(0, toldStates))}; repeat them, or move what goes on to an overlay of its own`;
      return [lintWarning(['overlays', overlay, 'until'], message)];
    },
  );
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function issuesOf(
  { overlays }: ProductDefinition,
  { parts, issues, placeOf }: Resolved<ProductDefinition>,
  { at }: Segment,
  lint: Lint,
): Found[] {
  if (issues.length > 0) return issues;
  const where = at.slice(0, toldStates).map(({ state, from }) => `"${state}" from ${from}`);
  const more = at.length > toldStates ? ` and ${at.length - toldStates} more states` : '';
  // The overlays stay, for they name questions and tables.
  const states = at.map(({ state }) => state);
  return lint({ ...parts, overlays }, states).flatMap((issue) => {
    const { path, ofOverlay } = placeOf(issue.path);
    const isUnusedHere = !ofOverlay && issue.path[0] === 'tables' && issue.path.length === 2;
    if (isUnusedHere && issue.severity === 'WARNING') return [];
    // What the product without overlays reads is not forgotten.
    if (!ofOverlay && isUnread(issue)) return [];
    const message = ofOverlay
      ? `${pathText(issue.path)}: ${issue.message}`
      : `${issue.message} (with the overlays of ${where.join(', ')}${more})`;
    return [{ severity: issue.severity, path, message, ofBase: ofOverlay ? undefined : issue.message }];
  });
}

type Found = LintIssue & { ofBase?: string | undefined };

/** What makes two issues the same: an issue that the product has without overlays, too, is one. */
function keyOf({ severity, path, message, ofBase = message }: Found): string {
  return JSON.stringify([severity, path, ofBase]);
}

/** The state decides which overlays hold, so that its question is the same with all of them. */
function changedStateQuestion(definition: ProductDefinition): LintIssue[] {
  const stateQuestion = stateQuestionOf(definition);
  return (definition.overlays ?? []).flatMap(({ changes }, overlay) =>
    changes.flatMap(({ question }, change) =>
      question === stateQuestion
        ? [
            lintError(
              ['overlays', overlay, 'changes', change, 'question'],
              `"${question}" is the question for the state, by which overlays go: it is the same in every state`,
            ),
          ]
        : [],
    ),
  );
}

function sameNames(overlays: readonly Overlay[]): LintIssue[] {
  const first = new Map<string, number>();
  return overlays.flatMap(({ name }, index) => {
    const known = first.get(name);
    if (known !== undefined)
      return [lintError(['overlays', index, 'name'], `"${name}" is the name of overlays[${known}], too`)];
    first.set(name, index);
    return [];
  });
}

/** Overlays go by the answer of a question that is always asked, and name states that it offers. */
function stateIssues(definition: ProductDefinition): LintIssue[] {
  const { overlays = [], product } = definition;
  const qid = stateQuestionOf(definition);
  const type = questionTypesOf(product).get(qid);
  const asked = type?.definition;
  const why =
    'the state of a product with overlays is asked by `policy.place.stateQuestion`, by default client.state: ';
  if (asked == null) return [lintError(['overlays'], `${why}no line asks "${qid}"`)];
  if (type?.loop != null)
    return [lintError(['overlays'], `${why}"${qid}" is asked in a loop, so that a risk has several states`)];
  const choices = statesSold(definition);
  if (asked.answerType !== 'SELECT' || choices.length === 0)
    return [lintError(['overlays'], `${why}"${qid}" must be a SELECT of the states where it is sold`)];
  const isKnown = (asked.required || asked.defaultAnswer !== undefined) && asked.condition === undefined;
  const unknown = isKnown
    ? []
    : [
        lintError(
          ['overlays'],
          `${why}"${qid}" must be required and always shown, or the state may be unknown`,
        ),
      ];
  return [
    ...unknown,
    ...overlays.flatMap((overlay, index) =>
      statesOf(overlay)
        .filter((state) => !choices.includes(state))
        .map((state) =>
          lintError(
            ['overlays', index, 'state'],
            `the product is not sold in "${state}", which is no choice of ${qid}${suggestion(state, choices)}`,
          ),
        ),
    ),
  ];
}
