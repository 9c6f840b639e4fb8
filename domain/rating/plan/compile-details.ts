import { Decimal, toText, type Value } from '../../expression/index.js';
import { allocate as allocated } from '../../money/allocate.js';
import { zero } from '../../money/total.js';
import type { LineForm } from '../run/line-form.js';
import type { RatingScope } from '../run/rating-scope.js';
import { type CoverageDetail, type PremiumShare, premiumType, type RatedCoverage } from '../run/result.js';
import { namesOf, type RatingRun, stepsIn, valuesRead } from '../run/run.js';
import type { Place, PlanContext } from '../steps/plan-context.js';
import type { Coverage } from './plan.js';

/** A coverage's details. Entries with a share of the premium have no amount before the premium is known. */
export type RatedDetails = Pick<RatedCoverage, 'details' | 'shares'>;

/** The details as far as they are written. */
interface Writing {
  details: RatedCoverage['details'];
  shares: PremiumShare[];
}

type Detail = Coverage['details'][number];
type Write = (run: RatingRun, rated: Writing) => void;

/** Compiles a coverage's details: limits, deductibles, and the premium of each iteration of a loop. */
export function compileDetails(
  { details }: Coverage,
  path: string,
  context: PlanContext,
): (run: RatingRun) => RatedDetails {
  const writers = details.map((detail, index) => {
    const place = { path: `${path}.details[${index}]`, loop: detail.loop ?? null };
    reportFaults(detail, place, context);
    return compileDetail(detail, place, context);
  });
  if (details.filter(({ allocate }) => allocate !== undefined).length > 1) {
    context.report(`${path}.details`, 'the premium can be allocated once; leave one detail with "allocate"');
  }
  if (writers.length === 0) return () => ({ details: {} });
  return (run) => {
    const rated: Writing = { details: {}, shares: [] };
    for (const write of writers) write(run, rated);
    return rated.shares.length > 0 ? rated : { details: rated.details };
  };
}

function reportFaults(
  { loop, amount, allocate, amountType, scope }: Detail,
  place: Place,
  context: PlanContext,
): void {
  if ((amount === undefined) === (allocate === undefined)) {
    context.report(place.path, 'needs either "amount" or "allocate"');
  }
  if (loop === undefined && allocate !== undefined) {
    context.report(place.path, '"allocate" divides the premium among the iterations of a loop; add "loop"');
  }
  if (allocate !== undefined && amountType !== undefined) {
    context.report(`${place.path}.amountType`, `that of a premium is ${premiumType}; leave "amountType" out`);
  }
  if (loop !== undefined && scope !== undefined) {
    context.report(`${place.path}.scope`, 'the scope is the id of the iteration; leave "scope" out');
  }
}

function compileDetail(detail: Detail, place: Place, context: PlanContext): Write {
  const { key, when: condition, loop, amount, allocate, scopeLabel, ...texts } = detail;
  const partsBefore = context.parts;
  const isShare = allocate !== undefined;
  const at = (part: string) => ({ ...place, path: `${place.path}.${part}` });
  const when = context.optionalCondition(condition, place);
  const written = allocate ?? amount ?? '';
  const number = context.expression(written, at(isShare ? 'allocate' : 'amount'));
  const label = scopeLabel === undefined ? null : context.expression(scopeLabel, at('scopeLabel'));
  const iterationsOf = loop === undefined ? null : context.iterationsOf(loop, at('loop').path);
  const weight = 1 + stepsIn(context.parts - partsBefore);
  const form: LineForm<'share'> = {
    op: 'share',
    inputs: [...namesOf(number.references), 'coverage', 'premium'],
    fields: { expression: written },
  };
  // With every field in its final place, as adding one to a copy is slow.
  const described: CoverageDetail = {
    amount: '',
    ...(isShare && { amountType: premiumType }),
    ...texts,
    ...(iterationsOf && { scope: '' }),
    ...(label && { scopeLabel: '' }),
  };
  const writeOne = (run: RatingRun, one: RatingScope, { details, shares }: Writing): void => {
    run.count(weight);
    if (when && !when.holds(one)) return;
    const entry = { ...described };
    if (one.iterationId !== null) entry.scope = one.iterationId;
    if (label) entry.scopeLabel = keptText(run, label.evaluate(one));
    if (isShare) {
      shares.push({
        entry,
        rated: number.evaluateNumber(one),
        form,
        read: run.sheet ? valuesRead(number.references, one) : [],
      });
    } else entry.amount = keptText(run, number.evaluate(one));
    const sharing = Object.hasOwn(details, key) ? details[key] : undefined;
    if (sharing) sharing.push(entry);
    else details[key] = [entry];
  };
  if (!iterationsOf) return (run, rated) => writeOne(run, run.policy, rated);
  return (run, rated) => {
    for (const iteration of iterationsOf(run.policy)) {
      run.iterationId = iteration.iterationId;
      writeOne(run, iteration, rated);
    }
    run.iterationId = null;
  };
}

/** A value as a quote keeps it. */
export function keptText(run: RatingRun, value: Value): string {
  run.countKept(value);
  return toText(value);
}

/** Divides a coverage's premium among the entries that have a share of it, to the last digit. */
export function withShares(
  run: RatingRun,
  { code, title, premium, details }: Pick<RatedCoverage, 'code' | 'title' | 'premium' | 'details'>,
  shares: readonly PremiumShare[],
  { digits, written }: { digits: number; written: number },
): RatedDetails {
  const parts = allocated(
    Decimal.of(premium),
    shares.map(({ rated }) => rated),
    digits,
  );
  const filled = new Map<CoverageDetail, CoverageDetail>();
  run.enter(`shares:${code}`);
  run.step = title;
  const divided = shares.map((share, index): PremiumShare => {
    const part = parts[index] ?? zero;
    const entry = { ...share.entry, amount: part.toFixed(written) };
    filled.set(share.entry, entry);
    run.iterationId = entry.scope ?? null;
    if (run.sheet) run.record(share.form, [...share.read, code, premium], part, share.rated);
    return { ...share, entry };
  });
  const entries = Object.entries(details).map(([key, list]) => [
    key,
    list.map((one) => filled.get(one) ?? one),
  ]);
  return { details: Object.fromEntries(entries), shares: divided };
}
