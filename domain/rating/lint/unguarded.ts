import type { Logic } from '../../expression/normalize.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import { Never } from './facts.js';
import type { Findings } from './findings.js';
import type { Knowledge } from './knowledge.js';
import { evaluate, inTurn, readLogic, refine } from './reason.js';

type Path = LintIssue['path'];

/** An answer that may be missing where a step needs it: the risk declines, though nobody had to answer. */
export function lintUnguarded(logic: Logic, path: Path, knowledge: Knowledge, findings: Findings): void {
  for (const qid of missingIn(logic, knowledge)) {
    const message = isGivenIfShown(qid, knowledge)
      ? `"${qid}" is not always shown, and without it the rating declines here; add a "when" with the condition of the question, or write { "??": [{ answer: ${qid} }, …] }`
      : `"${qid}" need not be answered, and without it the rating declines here; make it required, give it a defaultAnswer, or test { answered: ${qid} } first`;
    findings.error(path, message);
  }
}

/** A rule against a risk that does not apply because nobody had to answer: what it is about is then accepted. */
export function lintEvaded(rule: unknown, path: Path, knowledge: Knowledge, findings: Findings): void {
  const logic = readLogic(rule, knowledge) ?? null;
  for (const qid of missingIn(logic, knowledge)) {
    if (isGivenIfShown(qid, knowledge)) continue;
    const message = `"${qid}" need not be answered, and without it this rule does not apply; make it required, give it a defaultAnswer, or test { answered: ${qid} } first`;
    findings.error(path, message);
  }
}

function isGivenIfShown(qid: string, { types }: Knowledge): boolean {
  const { required, defaultAnswer } = types.get(qid)?.definition ?? {};
  return required === true || defaultAnswer !== undefined;
}

/** The questions that may be unanswered here and without which the expression has no value. */
function missingIn(logic: Logic, knowledge: Knowledge): Set<string> {
  if (logic === null || typeof logic !== 'object') return new Set();
  if (Array.isArray(logic)) return missingInAny(logic, knowledge);
  const [operator = '', operands = []] = Object.entries(logic)[0] ?? [];
  switch (operator) {
    case 'answer': {
      const qid = String(operands[0]);
      const missing = isAsked(qid, knowledge.types) && evaluate(logic, knowledge).optional;
      return new Set(missing ? [qid] : []);
    }
    case 'decimal':
    case 'value':
    case 'answered':
    case 'iterations':
    case 'known':
    case 'unknown':
    case '!!':
      return new Set();
    case '??': {
      const each = operands.map((operand) => missingIn(operand, knowledge));
      return each.some(({ size }) => size === 0) ? new Set() : (each.at(-1) ?? new Set());
    }
    case 'and':
    case 'or':
      return union(
        inTurn(operator, operands, knowledge).map(([operand, known]) => missingIn(operand, known)),
      );
    case 'if':
      return missingInBranches(operands, knowledge);
    default:
      return missingInAny(operands, knowledge);
  }
}

/** The conditions of an `if` may be unknown: then they do not hold. */
function missingInBranches(operands: readonly Logic[], knowledge: Knowledge): Set<string> {
  const found: Set<string>[] = [];
  let known = knowledge;
  for (let index = 0; index + 1 < operands.length; index += 2) {
    const [condition = null, result = null] = [operands[index], operands[index + 1]];
    const holding = refine(condition, known, true);
    if (!(holding instanceof Never)) found.push(missingIn(result, holding));
    const failing = refine(condition, known, false);
    if (failing instanceof Never) return union(found);
    known = failing;
  }
  return union([...found, missingIn(operands.at(-1) ?? null, known)]);
}

function missingInAny(operands: readonly Logic[], knowledge: Knowledge): Set<string> {
  return union(operands.map((operand) => missingIn(operand, knowledge)));
}

function union(sets: readonly ReadonlySet<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}

/** Inputs of a carrier's answer are asked of nobody: without one there is nothing to rate. */
function isAsked(qid: string, types: QuestionTypes): boolean {
  const type = types.get(qid);
  return type !== undefined && type.ofCarrier !== true;
}
