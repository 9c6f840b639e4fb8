import { Decimal } from 'decimal.js';
import { utcDate } from '../domain/ground/calendar.js';
import type { AnswerMap } from '../domain/intake/answers.js';
import type { CompiledPlan } from '../domain/rating/plan/compiled-plan.js';
import { builtModule } from './built-module.js';
import { perSecondOfCore } from './load.js';
import type { RatingSide } from './rating.js';
import { autoPlan, autoRisk } from './rating-auto.js';

const riskCount = 1_000;
const [folder = '', durationMs = ''] = process.argv.slice(2);
const numbers = Array.from({ length: riskCount }, (_, number) => number);

/** Rates another risk each time. The lines of the worksheet are written when they are read. */
function rating(plan: CompiledPlan, risks: readonly AnswerMap[], keepWorksheet: boolean) {
  const effectiveDate = utcDate(new Date());
  let next = 0;
  return () => {
    const answers = risks[next++ % risks.length] as AnswerMap;
    const result = plan.rate({ answers, effectiveDate, keepWorksheet });
    if (result.outcome !== 'QUOTED') throw new Error('A risk is not quoted.');
    if (keepWorksheet !== result.worksheet.length > 0)
      throw new Error('A worksheet is missing, or there is one.');
  };
}

/** As many look-ups by text as the auto plan has, and as many exact operations, each rounded to the cent. */
function arithmetic() {
  const factors = new Map(
    Array.from({ length: 39 }, (_, at) => [`factor ${at}`, new Decimal(`1.0${at + 10}`)]),
  );
  const names = [...factors.keys()];
  let next = 0;
  return () => {
    const base = new Decimal(next++ % riskCount);
    let sum = base;
    for (const name of names) sum = sum.plus(base.times(factors.get(name) ?? 1).toDecimalPlaces(2));
    return sum.toFixed(2);
  };
}

/** The risk of `general-liability` with another revenue of its first place. */
function withRevenue(quoted: AnswerMap, number: number): AnswerMap {
  const answers = structuredClone(quoted);
  const revenue =
    answers.locations?.type === 'LOOP'
      ? answers.locations.iterations[0]?.answers['location.revenue']
      : undefined;
  if (revenue?.type !== 'ANSWER') throw new Error('The demo intake has no revenue.');
  revenue.answer = String(Number(revenue.answer) + 100 * number);
  return answers;
}

const { demoProduct } = await builtModule<typeof import('../db/seeds/demo-products.js')>(
  folder,
  'db/seeds/demo-products.js',
);
const { compileProduct } = await builtModule<typeof import('../domain/product/compile-product.js')>(
  folder,
  'domain/product/compile-product.js',
);
const { definition, intakes } = await demoProduct('general-liability');
const liability = compileProduct(definition).plans.get('standard');
if (liability === undefined) throw new Error('There is no general-liability plan to rate.');
const auto = await autoPlan(folder);
const risks = {
  auto: numbers.map(autoRisk),
  liability: numbers.map((at) => withRevenue(intakes.quoted, at)),
};

const sides: Record<RatingSide, () => unknown> = {
  'auto.premium': rating(auto, risks.auto, false),
  'auto.worksheet': rating(auto, risks.auto, true),
  'liability.premium': rating(liability, risks.liability, false),
  'liability.worksheet': rating(liability, risks.liability, true),
  arithmetic: arithmetic(),
};
const names = Object.keys(sides) as RatingSide[];
const measure = () => names.map((name) => [name, perSecondOfCore(Number(durationMs) / 2, sides[name])]);
measure(); // Warms up the compiler.
console.log(JSON.stringify(Object.fromEntries(measure())));
