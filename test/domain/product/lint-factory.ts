import { type LintIssue, pathText } from '../../../domain/ground/lint-issue.js';
import type { ProductDefinition } from '../../../domain/product/definition.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { aProduct } from '../../support/product-factory.js';

export type Content = Record<string, unknown>;

export const state = {
  qid: 'state',
  question: 'State?',
  answerType: 'SELECT',
  required: true,
  answerChoices: ['NY', 'CA', 'TX'],
};
export const sales = {
  qid: 'sales',
  question: 'Sales?',
  answerType: 'NUMBER',
  required: true,
  min: 0,
  max: 1000,
};
const open = { qid: 'open', question: 'Open?', answerType: 'BOOLEAN', required: true };
export const note = { qid: 'note', question: 'Note?', answerType: 'TEXT', required: true };
const opened = { qid: 'opened', question: 'Since?', answerType: 'DATE', required: true };
const perils = {
  qid: 'perils',
  question: 'Perils?',
  answerType: 'MULTI_SELECT',
  required: true,
  answerChoices: ['FIRE', 'WIND'],
};
const sites = {
  qid: 'sites',
  question: 'Sites?',
  answerType: 'TEXT',
  required: true,
  loop: {
    iterationLabel: 'Site',
    minIterations: 1,
    questions: [
      { qid: 'site.area', question: 'Area?', answerType: 'NUMBER', required: true, min: 1, max: 50 },
    ],
  },
};

interface Parts {
  steps?: Content[];
  plan?: Content;
  tables?: Content;
  questions?: Content[];
}

/** What lint finds, apart from answers, values and columns that nothing reads: these products have more than they use. */
export function lintButUnread(definition: ProductDefinition): LintIssue[] {
  return lintDefinition(definition).filter(({ message }) => !message.includes('was it forgotten?'));
}

/** Everything that lint says of a plan over the questions above, apart from those that it does not read. */
export function issuesOf({ steps = [], plan = {}, tables = {}, questions = [] }: Parts): string[] {
  const definition = aProduct((content) => {
    const asked = content.product.display.sections[0]!.subsections[0]!.questions;
    asked.push(state, sales, open, note, opened, perils, sites, ...questions);
    content.tables = tables;
    Object.assign(content.ratingPlans.standard as Content, {
      coverages: [
        {
          code: 'BASE',
          title: 'Base',
          type: 'Liability',
          steps: [{ name: 'Base', op: 'set', by: 500 }, ...steps],
        },
      ],
      ...plan,
    });
  });
  return lintButUnread(definition).map(
    ({ severity, path, message }) => `${severity} ${pathText(path)}: ${message}`,
  );
}

export const step = 'ratingPlans.standard.coverages[0].steps[1]';
export const multiply = (by: unknown, more: Content = {}) => ({ name: 'Step', op: 'multiply', by, ...more });
export const when = (condition: Content) => ({ steps: [multiply(2, { when: condition })] });
export const answer = (qid: string) => ({ answer: qid });
export const key = (name: string, more: Content = {}) => ({ name, ...more });
export const range = (name: string) => key(name, { match: 'range', type: 'number' });
export const table = (keys: Content[], rows: unknown[], more: Content = {}) => ({
  keys,
  columns: [{ name: 'factor' }],
  rows,
  ...more,
});
export const lookup = (keys: Content, more: Content = {}) => ({
  name: 'Look up',
  op: 'lookup',
  table: 'rates',
  keys,
  apply: 'multiply',
  ...more,
});
/** What lint says of one lookup in one table. */
export const lookedUp = (rates: Content, keys: Content, more: Content = {}, parts: Parts = {}) =>
  issuesOf({ tables: { rates }, ...parts, steps: [...(parts.steps ?? []), lookup(keys, more)] });
