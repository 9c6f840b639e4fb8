import type { ResolvedNode } from '../forms/blocks/index.js';
import { stack, table, text } from '../forms/nodes.js';
import type { UnderwritingRule } from '../rating/plan/plan.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital } from '../rating/words/value-words.js';

const outcomes: { readonly [outcome in UnderwritingRule['outcome']]: string } = {
  INELIGIBLE: 'Not eligible. This is decided before rating.',
  DECLINE: 'Declined.',
  REFER: "Needs an underwriter's approval.",
  ACCEPTANCE: "Needs the policyholder's acceptance.",
  MESSAGE: 'A note is added to the quote.',
};

/** What follows where a rule holds. */
export function outcomeContent({
  outcome,
  message,
  createTask,
}: Pick<UnderwritingRule, 'outcome' | 'message' | 'createTask'>): ResolvedNode {
  const said = [text(outcomes[outcome], { bold: true }), text(message)];
  return stack(createTask ? [...said, text(taskWords(createTask))] : said);
}

const urgency = { LOW: 'Task of low priority', NORMAL: 'Task', HIGH: 'Task of high priority' } as const;

function taskWords({ title, role, dueDays, priority }: NonNullable<UnderwritingRule['createTask']>): string {
  const whose = role === undefined ? '' : ` for the role ${role}`;
  const due = dueDays === undefined ? '' : `, due after ${dueDays} ${dueDays === 1 ? 'day' : 'days'}`;
  return `${urgency[priority]}${whose}${due}: ${title}`;
}

/** Eligibility and underwriting rules: if this holds, then that follows. */
export function underwritingTable(
  rules: readonly UnderwritingRule[],
  section: string,
  words: PlanWords,
): ResolvedNode {
  return table({
    head: ['Rule', 'If', 'Then'],
    widths: [44, '*', '*'],
    rows: rules.map((rule, index) => [
      `${section}.${index + 1}`,
      `${capital(words.condition(rule.when))}.`,
      outcomeContent(rule),
    ]),
  });
}
