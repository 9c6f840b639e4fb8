import type { Logic } from '../../expression/normalize.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import { isOfExpiring } from '../run/value-slots.js';
import { Never } from './facts.js';
import type { Findings } from './findings.js';
import type { Knowledge } from './knowledge.js';
import { evaluate, inTurn, readLogic, refine } from './reason.js';

type Path = LintIssue['path'];

/** An answer or value that may be missing where a step needs it: the risk declines, though nobody had to answer. */
export function lintUnguarded(logic: Logic, path: Path, knowledge: Knowledge, findings: Findings): void {
  for (const { operator, name } of missingIn(logic, knowledge)) {
    const message =
      operator === 'value' && isOfExpiring(name)
        ? `new business has no "${name}", and without it the rating declines here; add a "when" with { "!=": [{ value: ${name} }, null] }, or write { "??": [{ value: ${name} }, …] }`
        : operator === 'value'
          ? `"${name}" is not always derived, and without it the rating declines here; add a "when" with the condition of its step, or write { "??": [{ value: ${name} }, …] }`
          : isGivenIfShown(name, knowledge)
            ? `"${name}" is not always shown, and without it the rating declines here; add a "when" with the condition of the question, or write { "??": [{ answer: ${name} }, …] }`
            : `"${name}" need not be answered, and without it the rating declines here; make it required, give it a defaultAnswer, or test { answered: ${name} } first`;
    findings.error(path, message);
  }
}

/** A rule against a risk that does not apply because nobody had to answer: what it is about is then accepted. */
export function lintEvaded(rule: unknown, path: Path, knowledge: Knowledge, findings: Findings): void {
  const logic = readLogic(rule, knowledge) ?? null;
  for (const { operator, name } of missingIn(logic, knowledge)) {
    if (operator === 'value' || isGivenIfShown(name, knowledge)) continue;
    const message = `"${name}" need not be answered, and without it this rule does not apply; make it required, give it a defaultAnswer, or test { answered: ${name} } first`;
    findings.error(path, message);
  }
}

function isGivenIfShown(qid: string, { types }: Knowledge): boolean {
  const { required, defaultAnswer } = types.get(qid)?.definition ?? {};
  return required === true || defaultAnswer !== undefined;
}

/** A question or a derived value that is read. */
interface Missing {
  operator: 'answer' | 'value';
  name: string;
}

/** What may be unknown here and without which the expression has no value. */
function missingIn(logic: Logic, knowledge: Knowledge): Missing[] {
  if (logic === null || typeof logic !== 'object') return [];
  if (Array.isArray(logic)) return missingInAny(logic, knowledge);
  const [operator = '', operands = []] = Object.entries(logic)[0] ?? [];
  const name = String(operands[0]);
  switch (operator) {
    case 'answer': {
      const missing = isAsked(name, knowledge.types) && evaluate(logic, knowledge).optional;
      return missing ? [{ operator, name }] : [];
    }
    case 'value': {
      const missing = knowledge.isDerived(name) && evaluate(logic, knowledge).optional;
      return missing ? [{ operator, name }] : [];
    }
    case 'decimal':
    case 'answered':
    case 'iterations':
    case 'known':
    case 'unknown':
    case '!!':
      return [];
    case '??': {
      const each = operands.map((operand) => missingIn(operand, knowledge));
      return each.some(({ length }) => length === 0) ? [] : (each.at(-1) ?? []);
    }
    case 'and':
    case 'or':
      return inTurn(operator, operands, knowledge).flatMap(([operand, known]) => missingIn(operand, known));
    case 'if':
      return missingInBranches(operands, knowledge);
    default:
      return missingInAny(operands, knowledge);
  }
}

/** The conditions of an `if` may be unknown: then they do not hold. */
function missingInBranches(operands: readonly Logic[], knowledge: Knowledge): Missing[] {
  const found: Missing[] = [];
  let known = knowledge;
  for (let index = 0; index + 1 < operands.length; index += 2) {
    const [condition = null, result = null] = [operands[index], operands[index + 1]];
    const holding = refine(condition, known, true);
    if (!(holding instanceof Never)) found.push(...missingIn(result, holding));
    const failing = refine(condition, known, false);
    if (failing instanceof Never) return found;
    known = failing;
  }
  return [...found, ...missingIn(operands.at(-1) ?? null, known)];
}

function missingInAny(operands: readonly Logic[], knowledge: Knowledge): Missing[] {
  return operands.flatMap((operand) => missingIn(operand, knowledge));
}

/** Inputs of a carrier's answer are asked of nobody: without one there is nothing to rate. */
function isAsked(qid: string, types: QuestionTypes): boolean {
  const type = types.get(qid);
  return type !== undefined && type.ofCarrier !== true;
}
