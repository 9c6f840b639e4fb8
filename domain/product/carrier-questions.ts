import type { CarrierInput } from '../actions/third-party-action.js';
import { pathText } from '../ground/lint-issue.js';
import type { QuestionType, QuestionTypes } from '../questions/question-types.js';
import type { PlanIssue } from '../rating/run/plan-issue.js';
import type { ProductDefinition } from './definition.js';
import { placedActions } from './placed-actions.js';

/**
 * The question ids of rating plans that can read more than the lines ask: plans that rate carriers' responses
 * can also read their inputs. By key of `ratingPlans`.
 */
export function carrierQuestions(
  definition: Pick<ProductDefinition, 'configurations'>,
  asked: QuestionTypes,
  issues: PlanIssue[],
): Map<string, QuestionTypes> {
  const ofPlans = new Map<string, Map<string, QuestionType>>();
  for (const { action, path } of placedActions(definition)) {
    if (action.type !== 'THIRD_PARTY_RATING_ALGO') continue;
    const known = ofPlans.get(action.plan) ?? new Map(asked);
    ofPlans.set(action.plan, known);
    action.inputs.forEach((input, position) => {
      const problem = conflict(input, known.get(input.qid), asked);
      if (problem === undefined) known.set(input.qid, typeOf(input));
      else issues.push({ path: pathText([...path, 'inputs', position, 'qid']), message: problem });
    });
  }
  return ofPlans;
}

function conflict(
  { qid, answerType }: CarrierInput,
  known: QuestionType | undefined,
  asked: QuestionTypes,
): string | undefined {
  if (asked.has(qid)) return `"${qid}" is already a question of the product`;
  if (known !== undefined && known.answerType !== answerType) {
    return `"${qid}" is already an input of this plan, with another answer type`;
  }
  return undefined;
}

function typeOf({ qid, answerType, from }: CarrierInput): QuestionType {
  return {
    qid,
    answerType,
    loop: null,
    isLoop: false,
    definition: { qid, question: `"${from}" of the carrier's answer`, answerType, required: false },
    minIterations: 0,
    maxIterations: Number.POSITIVE_INFINITY,
    ofCarrier: true,
  };
}
