import { expiringPrefix, isOfExpiring } from '../run/value-slots.js';
import { keptNames } from '../steps/kept-names.js';
import { operations } from '../steps/operation.js';
import type { Step } from '../steps/step-kind.js';
import { kindOf } from '../steps/step-kinds.js';
import { capital, nameWords } from '../words/value-words.js';
import type { Coverage } from './plan.js';
import { valuesRead } from './value-use.js';

/** The parts of a rating plan or a package that have steps. */
export interface PlanParts {
  derive: readonly Step[];
  loops?: readonly { derive: readonly Step[] }[];
  coverages?: readonly Pick<Coverage, 'code' | 'title' | 'steps'>[];
  policy: readonly Step[];
  taxesAndFees: readonly { steps: readonly Step[] }[];
}

/** The name under which a step keeps a value, if it does. */
export function keptName(step: Step): string | undefined {
  return 'as' in step ? step.as : undefined;
}

/** Whether what a step keeps is the running amount, and not something that it found. */
export function keepsAmount({ op }: Step): boolean {
  return op === 'round' || op === 'name' || op === 'minimum' || Object.hasOwn(operations, op);
}

/** All lists of steps of a plan or package, one after the other. */
export function stepsOf({ derive, loops = [], coverages = [], policy, taxesAndFees }: PlanParts): Step[] {
  return [
    derive,
    ...loops.map((loop) => loop.derive),
    ...[...coverages, ...taxesAndFees].map(({ steps }) => steps),
    policy,
  ].flat();
}

/**
 * The titles of a plan's derived values: that of the step that derives it, or of the step around all those that
 * do. Where that is ambiguous, the value's name in words.
 */
export function valueTitles(parts: PlanParts): Map<string, string> {
  const candidates = titlesIn(stepsOf(parts));
  const count = new Map<string, number>();
  for (const [title = ''] of candidates.values()) count.set(title, (count.get(title) ?? 0) + 1);
  const titles = new Map<string, string>([
    ['premium', 'Premium'],
    ['effectiveDate', 'the effective date'],
    ['expirationDate', 'the expiration date'],
    ['today', 'the day of the quote'],
    ['term', 'the term'],
  ]);
  for (const [name, [title = '', ...others]] of candidates) {
    const unique = others.length === 0 && count.get(title) === 1;
    titles.set(name, unique ? capital(title) : capital(nameWords(name)));
  }
  for (const { code, title } of parts.coverages ?? []) titles.set(code, `the premium of ${title}`);
  for (const name of valuesRead(parts).filter(isOfExpiring)) titles.set(name, titleOfExpiring(name, titles));
  return titles;
}

const expiringTotals = new Map([
  ['premium', 'the expiring premium'],
  ['annualPremium', 'the expiring yearly premium'],
  ['taxesAndFees', 'the expiring taxes and fees'],
  ['total', 'the expiring premium with taxes and fees'],
  ['term', 'the expiring term'],
  ['effectiveDate', 'the first day of the expiring term'],
  ['expirationDate', 'the day on which the expiring term ends'],
]);

function titleOfExpiring(name: string, titles: ReadonlyMap<string, string>): string {
  const own = name.slice(expiringPrefix.length);
  const total = expiringTotals.get(own);
  if (total !== undefined) return total;
  return `${titles.get(own) ?? capital(nameWords(own))} of the expiring term`;
}

function titlesIn(steps: readonly Step[]): Map<string, string[]> {
  const titles = new Map<string, string[]>();
  const add = (name: string, found: string[]) => titles.set(name, [...(titles.get(name) ?? []), ...found]);
  for (const step of steps) {
    const inner = titlesIn((kindOf(step).inner?.(step) ?? []).flatMap((list) => list.steps));
    for (const [name, found] of inner) add(name, found.length > 1 ? [step.name] : found);
    for (const { name } of keptNames(step))
      add(name, [keepsAmount(step) ? capital(nameWords(name)) : step.name]);
  }
  return titles;
}
