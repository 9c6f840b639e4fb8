import { suggestion } from '../ground/nearest.js';
import { rowKeys } from '../rating/tables/canonical-table.js';
import {
  type NamedPlace,
  partAt,
  questionsBelow,
  rowWithKeys,
  stepsBelow,
  textsBelow,
} from './named-places.js';
import type { OverlayChange, TargetName, VerbName } from './overlay.js';
import type { PatchedParts, Path } from './patched-parts.js';

/** A change that names nothing, or says something about it that cannot be; at the key of the change that is wrong. */
export interface ChangeProblem {
  key: TargetName | VerbName;
  problem: string;
}

/** What a change names: the places, and what may be said about them. */
export interface Target {
  key: TargetName;
  paths: Path[];
  /** Items of a list can be taken away, and have neighbors. */
  isItem: boolean;
  /** Fields that an overlay may not set, as the product's other parts go by them. */
  fixed: readonly string[];
}

export type Found = Target | ChangeProblem;

/** Each target stands alone or in the plan, form or table that holds it. */
const roots = ['table', 'plan', 'question', 'form', 'mail'] as const;

/** What a change names. */
export function targetOf(parts: PatchedParts, change: OverlayChange): Found {
  const inPlan = (['coverage', 'tax', 'step', 'rule'] as const).filter((key) => change[key] !== undefined);
  const given = roots.filter((key) => change[key] !== undefined);
  const root = given[0] ?? (inPlan.length > 0 ? 'plan' : undefined);
  if (root === undefined)
    return { key: 'set', problem: 'changes nothing: name a table, plan, step, rule, question, form or mail' };
  const stray = [
    ...given.slice(1),
    ...(root === 'plan' ? [] : inPlan),
    ...(change.row !== undefined && root !== 'table' ? (['row'] as const) : []),
    ...(change.text !== undefined && root !== 'form' && root !== 'mail' ? (['text'] as const) : []),
  ][0];
  if (stray !== undefined)
    return { key: stray, problem: `cannot be together with \`${given[0] ?? inPlan[0]}\`` };
  switch (root) {
    case 'table':
      return tableOrRow(parts, change);
    case 'plan':
      return partOfPlan(parts, change);
    case 'question': {
      const fixed = ['qid', 'answerType', 'loop', 'iterationOf'];
      return named('question', change.question, questionsBelow(parts.product, ['product']), {
        fixed,
        many: true,
      });
    }
    case 'form':
      return formOrText(parts, change);
    case 'mail':
      return mailOrText(parts, change);
  }
}

function tableOrRow({ tables }: PatchedParts, { table: name = '', row }: OverlayChange): Found {
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
  if (table === undefined) return unknown('table', 'table', name, Object.keys(tables));
  if (row === undefined) return { key: 'table', paths: [['tables', name]], isItem: false, fixed: [] };
  if (table.packed !== undefined)
    return { key: 'row', problem: `"${name}" has too many rows for changes of one: replace the table` };
  const index = rowWithKeys(table, row);
  if (index >= 0) return { key: 'row', paths: [['tables', name, 'rows', index]], isItem: true, fixed: [] };
  const keys = rowKeys(table).map((key) => key.name);
  const problem =
    row.length === keys.length
      ? `"${name}" has no row with the keys ${JSON.stringify(row)}, as they are written there`
      : `must have the cells of the keys of "${name}": ${keys.join(', ')}`;
  return { key: 'row', problem };
}

function partOfPlan({ ratingPlans }: PatchedParts, change: OverlayChange): Found {
  const plans = Object.keys(ratingPlans);
  const [only] = plans;
  const key = change.plan ?? (plans.length === 1 ? only : undefined);
  const { coverage, tax, step, rule } = change;
  if (key === undefined)
    return { key: step === undefined ? 'rule' : 'step', problem: `needs \`plan\`: ${plans.join(', ')}` };
  const plan = Object.hasOwn(ratingPlans, key) ? ratingPlans[key] : undefined;
  if (plan === undefined) return unknown('plan', 'rating plan', key, plans);
  const path = ['ratingPlans', key];
  const listed = (list: 'coverages' | 'taxesAndFees' | 'underwriting', names: readonly string[]) =>
    names.map((name, index): NamedPlace => ({ name, path: [...path, list, index] }));
  if (rule !== undefined) {
    const stray = (['coverage', 'tax', 'step'] as const).find((each) => change[each] !== undefined);
    if (stray !== undefined) return { key: stray, problem: 'cannot be together with `rule`' };
    return named(
      'rule',
      rule,
      listed(
        'underwriting',
        plan.underwriting.map(({ id }) => id),
      ),
      { fixed: ['id'], isItem: true },
    );
  }
  if (coverage !== undefined && tax !== undefined)
    return { key: 'tax', problem: 'cannot be together with `coverage`' };
  const around =
    coverage !== undefined
      ? named(
          'coverage',
          coverage,
          listed(
            'coverages',
            plan.coverages.map(({ code }) => code),
          ),
          { fixed: ['code'], isItem: true },
        )
      : tax !== undefined
        ? named(
            'tax',
            tax,
            listed(
              'taxesAndFees',
              plan.taxesAndFees.map(({ type }) => type),
            ),
            { fixed: ['type'], isItem: true },
          )
        : { key: 'plan' as const, paths: [path], isItem: false, fixed: ['terms'] };
  if ('problem' in around || step === undefined) return around;
  const [within = []] = around.paths;
  return named('step', step, stepsBelow(partAt({ ratingPlans }, within), within), { isItem: true });
}

function formOrText({ forms = [] }: PatchedParts, { form = '', text }: OverlayChange): Found {
  const places = forms.map(
    ({ formConfigId }, index): NamedPlace => ({ name: formConfigId, path: ['forms', index] }),
  );
  const fixed = ['formConfigId', 'kind', 'needs', 'purpose'];
  return textIn({ forms }, named('form', form.toLowerCase(), places, { fixed }), text);
}

function mailOrText({ mail }: PatchedParts, { mail: key, text }: OverlayChange): Found {
  const places = Object.keys(mail?.templates ?? {}).map(
    (name): NamedPlace => ({ name, path: ['mail', 'templates', name] }),
  );
  return textIn({ mail }, named('mail', key, places, { fixed: ['attachments', 'to'] }), text);
}

/** The places below a target that have a text; the target itself if no text is named. */
function textIn(parts: Partial<PatchedParts>, target: Found, text: string | undefined): Found {
  if ('problem' in target || text === undefined) return target;
  const paths = target.paths.flatMap((path) =>
    textsBelow(partAt(parts, path), text, path).filter(
      (place) => !target.fixed.includes(String(place[path.length])),
    ),
  );
  return paths.length === 0
    ? { key: 'text', problem: `is no text of the ${target.key} as it is written` }
    : { key: 'text', paths, isItem: false, fixed: [] };
}

function named(
  key: TargetName,
  name: string | undefined,
  places: readonly NamedPlace[],
  {
    fixed = [],
    isItem = false,
    many = false,
  }: Partial<Pick<Target, 'fixed' | 'isItem'>> & { many?: boolean },
): Found {
  const paths = places.filter((place) => place.name === name).map(({ path }) => path);
  if (paths.length === 0)
    return unknown(
      key,
      key,
      name ?? '',
      places.map((place) => place.name),
    );
  if (paths.length > 1 && !many)
    return {
      key,
      problem: `${paths.length} have the name "${name}": say in which \`coverage\` or \`tax\`, or give them names of their own`,
    };
  return { key, paths, isItem, fixed };
}

function unknown(key: TargetName, what: string, name: string, names: readonly string[]): ChangeProblem {
  return { key, problem: `the product has no ${what} "${name}"${suggestion(name, names)}` };
}
