import type { TaskOfRating } from '../../tasks/product-task.js';
import type { LineForm } from '../run/line-form.js';
import { type QuoteMessage, referralCodes } from '../run/result.js';
import { namesOf, type RatingRun, valuesRead } from '../run/run.js';
import type { PlanContext } from '../steps/plan-context.js';
import { comparedValues } from './compared-values.js';
import type { UnderwritingRule } from './plan.js';

type Outcome = UnderwritingRule['outcome'];

/** The message of a rule that holds, and its effect on the quote. */
export interface RuleHit {
  outcome: Outcome;
  message: QuoteMessage;
  task?: TaskOfRating;
}

/** What rules that hold ask for; undefined: nothing. */
export function tasksOf(hits: readonly Pick<RuleHit, 'task'>[]): TaskOfRating[] | undefined {
  const tasks = hits.flatMap(({ task }) => task ?? []);
  return tasks.length > 0 ? tasks : undefined;
}

const saying: { readonly [outcome in Outcome]: Pick<QuoteMessage, 'severity' | 'code'> } = {
  INELIGIBLE: { severity: 'ERROR', code: 'UNDERWRITING_INELIGIBLE' },
  DECLINE: { severity: 'ERROR', code: 'UNDERWRITING_DECLINE' },
  REFER: { severity: 'WARNING', code: referralCodes.rule },
  ACCEPTANCE: { severity: 'WARNING', code: 'POLICYHOLDER_ACCEPTANCE' },
  MESSAGE: { severity: 'INFO', code: 'UNDERWRITING_MESSAGE' },
};

/** Compiles underwriting rules to a function that returns those that hold, in the order of the plan. */
export function compileRules(
  rules: readonly { rule: UnderwritingRule; path: string }[],
  context: PlanContext,
): (run: RatingRun) => RuleHit[] {
  const compiled = rules.map(({ rule, path }) => {
    const when = context.condition(rule.when, { path: `${path}.when`, loop: null });
    const form: LineForm<Outcome> = {
      op: rule.outcome,
      inputs: namesOf(when.references),
      fields: { expression: rule.when },
    };
    // What only tells or asks needs no reason.
    const isRefused = rule.outcome !== 'MESSAGE' && rule.outcome !== 'ACCEPTANCE';
    const compared = isRefused ? comparedValues(rule.when, when, context.questions) : undefined;
    return { rule, when, form, compared };
  });
  return (run) => {
    run.enter('underwriting');
    const hits: RuleHit[] = [];
    for (const { rule, when, form, compared } of compiled) {
      run.step = rule.id;
      const holds = when.holds(run.policy);
      if (run.sheet) run.record(form, valuesRead(when.references, run.policy), holds);
      if (!holds) continue;
      const values = compared?.(run.policy) ?? [];
      const message = {
        ...saying[rule.outcome],
        message: rule.message,
        rule: rule.id,
        ...(values.length > 0 && { compared: values }),
      };
      const { createTask, id, outcome } = rule;
      const task = createTask && { ...createTask, rule: id, isReferral: outcome === 'REFER' };
      hits.push({ outcome, message, ...(task && { task }) });
    }
    return hits;
  };
}
