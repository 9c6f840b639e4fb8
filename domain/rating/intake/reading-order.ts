import type { PlanIssue } from '../run/plan-issue.js';
import type { AskedQuestion } from './asked-question.js';

/**
 * Orders questions so that each comes after those that its condition reads, otherwise as they are asked.
 * Circular conditions are reported.
 */
export function readingOrder(questions: readonly AskedQuestion[], issues: PlanIssue[]): AskedQuestion[] {
  const byId = new Map<string, AskedQuestion>();
  for (const question of questions) {
    byId.set(question.type.qid, question);
    for (const child of question.children) byId.set(child.type.qid, question);
  }
  const ordered: AskedQuestion[] = [];
  const state = new Map<AskedQuestion, 'OPEN' | 'DONE'>();
  const visit = (question: AskedQuestion): void => {
    if (state.get(question) === 'DONE') return;
    if (state.get(question) === 'OPEN') {
      const message = 'its condition stands on itself, through other questions';
      issues.push({ path: `question "${question.type.qid}"`, message });
      return;
    }
    state.set(question, 'OPEN');
    for (const needed of needsOf(question, byId)) visit(needed);
    state.set(question, 'DONE');
    ordered.push(question);
  };
  questions.forEach(visit);
  return ordered;
}

function needsOf(question: AskedQuestion, byId: ReadonlyMap<string, AskedQuestion>): AskedQuestion[] {
  const own = question.references.map(({ name }) => byId.get(name));
  const inside = question.children.flatMap(({ references }) => references.map(({ name }) => byId.get(name)));
  const outside = inside.filter((needed) => needed !== question);
  return [...own, ...outside].filter((needed) => needed !== undefined);
}
