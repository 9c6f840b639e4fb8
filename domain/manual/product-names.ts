import { policySettingsOf } from '../policy/policy-settings.js';
import type { ProductDefinition } from '../product/definition.js';
import type { QuestionTypes } from '../questions/question-types.js';
import { allSteps } from '../rating/steps/all-steps.js';
import { tablesOf } from '../rating/steps/chosen-table.js';
import type { Step } from '../rating/steps/step-kind.js';
import type { RatingTable } from '../rating/tables/table.js';
import { type PlanWords, planWords } from '../rating/words/plan-words.js';
import { capital, nameWords, quoted } from '../rating/words/value-words.js';
import { activeQuestions } from './asked-questions.js';

/** What a lookup seeks in a key: an answer, a derived value, each with its title, or a constant. */
interface Sought {
  qid?: string;
  value?: string;
  title?: string;
  constant?: string;
}

type Lookup = ReadonlyMap<string, Sought>;

/** The names by which the manual of a product speaks of its questions, values and tables. */
export class ProductNames {
  readonly #definition: ProductDefinition;
  readonly #exhibits: ReadonlyMap<string, number>;
  readonly #questions: ReadonlyMap<string, string>;
  readonly #loops: ReadonlyMap<string, string>;
  readonly #lookups = new Map<string, Lookup[]>();
  /** Ids of the questions that any rule has named so far. */
  readonly named = new Set<string>();

  constructor(definition: ProductDefinition) {
    this.#definition = definition;
    const asked = activeQuestions(definition.product);
    this.#exhibits = new Map(Object.keys(definition.tables).map((name, index) => [name, index + 1]));
    this.#questions = new Map(asked.map(({ qid, question }) => [qid, firstSentence(question)]));
    this.#loops = new Map(
      asked.flatMap(({ qid, loop }) => (loop ? [[qid, loop.iterationLabel] as const] : [])),
    );
  }

  /** Learns by what the steps of a plan look up the keys of tables. */
  learn({ steps, values }: { steps: readonly Step[]; values: ReadonlyMap<string, string> }): void {
    for (const { step } of allSteps(steps)) {
      if ('loop' in step) this.named.add(step.loop);
      if ('of' in step && step.of !== undefined) this.named.add(step.of);
      if (step.op !== 'lookup') continue;
      const sought = Object.entries(step.keys).map(
        ([key, expression]) => [key, soughtBy(expression, (qid) => this.question(qid), values)] as const,
      );
      for (const table of tablesOf(step.table)) {
        this.#lookups.set(table, [...(this.#lookups.get(table) ?? []), new Map(sought)]);
      }
    }
  }

  /** The questions whose answers are looked up in a key, among the rows whose cells `cellOf` gives. */
  lookedUp(table: string, key: string, cellOf: (key: string) => string): string[] {
    const lookups = (this.#lookups.get(table) ?? []).filter((lookup) =>
      [...lookup].every(([name, { constant }]) => constant === undefined || constant === cellOf(name)),
    );
    return [...new Set(lookups.flatMap((lookup) => lookup.get(key)?.qid ?? []))];
  }

  question(qid: string): string {
    return this.#questions.get(qid) ?? capital(nameWords(qid.replace(/^client\./, '')));
  }

  iteration(loop: string): string {
    return this.#loops.get(loop)?.toLowerCase() ?? `choice of ${quoted(this.question(loop))}`;
  }

  exhibit(table: string): string {
    return `Exhibit ${this.#exhibits.get(table) ?? '?'}`;
  }

  tableTitle(table: string): string {
    return this.#definition.tables[table]?.title ?? capital(nameWords(table));
  }

  /** The heading of a key: what all lookups seek in it, or its own name. */
  keyTitle(table: string, key: string): string {
    const titles = new Set((this.#lookups.get(table) ?? []).map((lookup) => lookup.get(key)?.title));
    const [title] = titles;
    return titles.size === 1 && title !== undefined ? title : capital(nameWords(key));
  }

  /** Whether a key or an answer column has numbers. */
  isNumber(table: string, name: string | undefined): boolean {
    const { keys = [], columns = [] } = this.#definition.tables[table] ?? {};
    if (columns.some((column) => column.name === name && column.type === 'number')) return true;
    return keys.some(
      (key) => key.name === name && (key.type === 'number' || key.match === 'range' || key.match === 'upTo'),
    );
  }

  /** Whether a key is looked up by the term of the policy. */
  isTerm(table: string, key: string): boolean {
    const lookups = this.#lookups.get(table) ?? [];
    return lookups.length > 0 && lookups.every((lookup) => lookup.get(key)?.value === 'term');
  }

  get currency(): string {
    return policySettingsOf(this.#definition).currency;
  }

  /** The words for the rules of a plan. Questions that they name are noted as used. */
  wordsOf({
    questions,
    values,
  }: {
    questions: QuestionTypes;
    values: ReadonlyMap<string, string>;
  }): PlanWords {
    return planWords({
      questions,
      currency: this.currency,
      question: (qid) => {
        this.named.add(qid);
        return this.question(qid);
      },
      iteration: (loop) => this.iteration(loop),
      value: (name) => values.get(name) ?? capital(nameWords(name)),
      table: (name) => `${this.exhibit(name)} (${this.tableTitle(name)})`,
      key: (table, key) => this.keyTitle(table, key),
      column: (table, column) => columnWords(this.#definition.tables[table], column),
    });
  }
}

/** `Surcharge rate`, as in the heading of the exhibit. */
function columnWords(table: RatingTable | undefined, wanted: string | undefined): string {
  const column = capital(nameWords(wanted ?? table?.columns[0]?.name ?? 'value'));
  return table?.graduated === undefined ? column : `the bands' parts, each at ${column},`;
}

function soughtBy(
  expression: unknown,
  question: (qid: string) => string,
  values: ReadonlyMap<string, string>,
): Sought {
  if (expression === null || typeof expression !== 'object') return { constant: String(expression) };
  const [entry] = Object.entries(expression);
  const name: unknown = [entry?.[1]].flat()[0];
  if (entry?.[0] === 'answer' && typeof name === 'string') return { qid: name, title: question(name) };
  if (entry?.[0] === 'value' && typeof name === 'string') {
    const title = values.get(name);
    return title === undefined ? { value: name } : { value: name, title: capital(title) };
  }
  return {};
}

/** A question's text up to the end of its first sentence, without a full stop. */
function firstSentence(question: string): string {
  const end = /[.?!](?= [A-Z])/.exec(question);
  return (end ? question.slice(0, end.index + 1) : question).replace(/\.$/, '').trim();
}
