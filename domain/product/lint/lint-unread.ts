import type { Question } from '../../questions/line.js';
import { Never } from '../../rating/lint/facts.js';
import type { Findings } from '../../rating/lint/findings.js';
import type { Knowledge } from '../../rating/lint/knowledge.js';
import { readLogic, refine } from '../../rating/lint/reason.js';
import type { ProductDefinition } from '../definition.js';
import { placedActions } from '../placed-actions.js';
import { linesOf, questionsOf } from './lint-walk.js';

/** Texts for people, which name nothing, unless they have a placeholder. */
const prose: ReadonlySet<string> = new Set(['title', 'question', 'label', 'description', 'message', 'name']);

/** Questions about the client that the service itself reads, for the client's record and for policies. */
const ofClient = /^client\./;

/**
 * Questions that want an answer which nothing in the product reads: a factor that was forgotten. Texts are left out, since
 * names and remarks are for people, and so are products that ask carriers, who are sent every answer.
 *
 * @param knowledge what is known where the definition holds: a question that is never asked there is left out.
 */
export function lintUnread(definition: ProductDefinition, findings: Findings, knowledge: Knowledge): void {
  const asksCarriers = placedActions(definition).some(({ action }) => action.type.startsWith('THIRD_PARTY'));
  if (asksCarriers) return;
  const names = new Set<string>();
  const { accepted: _accepted, ...read } = definition;
  addNames(read, names);
  const asking = [...linesOf(definition.product)].filter(({ asks }) => asks);
  for (const { question, path } of asking.flatMap((line) => [...questionsOf(line)])) {
    const { qid, answerType, loop, required, defaultAnswer } = question;
    if (!required && defaultAnswer === undefined) continue;
    const isRead = names.has(qid) || loop?.questions.some((each) => names.has(each.qid));
    if (isRead || answerType === 'TEXT' || ofClient.test(qid) || !isAsked(question, knowledge)) continue;
    findings.warning(
      [...path, 'qid'],
      `nothing in the product reads the answer of "${qid}": was it forgotten?`,
    );
  }
}

function isAsked(question: Omit<Question, 'loop'>, knowledge: Knowledge): boolean {
  if (question.condition === undefined) return true;
  const logic = readLogic(question.condition, knowledge);
  return logic === undefined || !(refine(logic, knowledge, true) instanceof Never);
}

/** Every name in the product but those in its plans and tables: what forms, actions and the like may read. */
export function namesOutsidePlans({
  ratingPlans: _plans,
  tables: _tables,
  accepted: _accepted,
  ...rest
}: ProductDefinition): Set<string> {
  const names = new Set<string>();
  addNames(rest, names);
  return names;
}

/** Every name in a part of a product that is not prose, nor the id of a question where it is asked. */
export function namesRead(part: unknown): Set<string> {
  const names = new Set<string>();
  addNames(part, names);
  return names;
}

/** Names that texts are or hold: `quote.rateMeta.tier` is that, and `tier`. */
function addNames(part: unknown, names: Set<string>): void {
  if (Array.isArray(part)) for (const item of part) addNames(item, names);
  else if (typeof part === 'string') addNamesIn(part, names);
  else if (typeof part === 'object' && part !== null) {
    for (const [key, content] of Object.entries(part)) {
      names.add(key);
      // The rows of a large table read nothing.
      if (key === 'packed' && typeof content === 'object' && content !== null && 'cells' in content) continue;
      const isProse =
        key === 'qid' || (prose.has(key) && typeof content === 'string' && !content.includes('{{'));
      if (!isProse) addNames(content, names);
    }
  }
}

function addNamesIn(text: string, names: Set<string>): void {
  names.add(text);
  for (const name of text.split(/[^\w.-]+/)) {
    names.add(name);
    names.add(name.slice(name.lastIndexOf('.') + 1));
  }
}
