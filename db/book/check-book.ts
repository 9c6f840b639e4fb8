import { type BookLine, idOf, type PlacedFinding, placed } from '../../domain/book/book-line.js';
import { type OddCode, oddCodesOfClient, type ProductCodes } from '../../domain/book/codes.js';
import { type Comparison, compareRatings } from '../../domain/book/compare-ratings.js';
import type { BookClient } from '../../domain/book/records.js';
import type { Database } from '../database.js';
import { Policy } from '../models/policy.js';
import { prepareClient } from './load-book.js';
import { type BookReading, type ClientOfBook, clientIdOf, preparePolicy } from './prepare.js';

/** What a check found, besides what is wrong. */
export interface Checked {
  clients: number;
  policies: number;
  /** The ratings of terms: those that the product rates as the book does, otherwise, and not at all. */
  ratings: { equal: number; different: number; notRated: number };
  /** Of the first ones that differ. */
  differences: PlacedFinding[];
  /**
   * Codes that no product knows and answers that it cannot read, where each occurs first, with the number of records that have
   * it. They are kept as they are, and rate nothing.
   */
  warnings: PlacedFinding[];
  /** Records that are here already, and stay as they are. */
  known: { clients: number; policies: number };
}

/** So many differences are listed, and so many codes. */
const mostListed = 1_000;

/**
 * Checks a book line by line, without writing. Of clients it remembers who they belong to, so that policies are checked with
 * them. What is wrong is told as it is found.
 */
export class BookCheck {
  readonly #checked: Checked = {
    clients: 0,
    policies: 0,
    ratings: { equal: 0, different: 0, notRated: 0 },
    differences: [],
    warnings: [],
    known: { clients: 0, policies: 0 },
  };
  readonly #owners = new Map<string, ClientOfBook['organization']>();
  /** Where each id and number stands first. */
  readonly #policies = new Map<string, string>();
  readonly #numbers = new Map<string, string>();
  readonly #odd = new Map<string, { first: PlacedFinding; count: number }>();
  /** The first record with a code that is not listed, and how many have one. */
  #first: PlacedFinding | undefined;
  #unlisted = 0;
  #codes: Promise<readonly ProductCodes[]> | undefined;

  constructor(
    private readonly db: Database,
    private readonly reading: BookReading,
  ) {}

  /** What was found so far. */
  get checked(): Checked {
    const listed = [...this.#odd.values()].map(({ first, count }) => {
      const more = count === 1 ? '' : ` (${count} times)`;
      return { ...first, message: `${first.message}${more}` };
    });
    return { ...this.#checked, warnings: [...listed, ...this.#cut] };
  }

  /** What is not listed, where something is not. */
  get #cut(): PlacedFinding[] {
    if (this.#first === undefined) return [];
    const message = `the list of codes and answers ends after ${mostListed}: ${this.#unlisted} more records have others`;
    return [{ ...this.#first, message }];
  }

  async clients(lines: readonly BookLine[]): Promise<PlacedFinding[]> {
    const findings: PlacedFinding[] = [];
    const ids: string[] = [];
    for (const line of lines) {
      this.#checked.clients += 1;
      const prepared = await prepareClient(line, this.reading);
      findings.push(...prepared.findings);
      if (prepared.ready !== undefined) {
        ids.push(prepared.ready.clientId);
        this.#note(line, prepared.ready.client.id, await this.#oddOf(prepared.ready.client));
      }
      const id = idOf(line.value);
      if (id === undefined) continue;
      if (this.#owners.has(id)) findings.push(placed(line, id, { field: 'id', message: 'is there twice' }));
      const owner = await this.reading.places.organization(prepared.ready?.client.organization);
      this.#owners.set(id, typeof owner === 'string' ? this.reading.places.insurer : owner);
    }
    this.#checked.known.clients += await this.#here('clients', ids);
    return findings;
  }

  async policies(lines: readonly BookLine[]): Promise<PlacedFinding[]> {
    const findings: PlacedFinding[] = [];
    const numbers = new Map<string, { line: BookLine; policyId: string }>();
    for (const line of lines) {
      this.#checked.policies += 1;
      const {
        id,
        ready,
        findings: own,
      } = await preparePolicy(line, this.reading, (client) => this.#client(client));
      findings.push(...own);
      if (id !== undefined) findings.push(...this.#twice(this.#policies, id, { line, id, field: 'id' }));
      if (ready === undefined) continue;
      const { policyId, policyNumber, record, product, odd } = ready;
      this.#note(line, id, odd);
      findings.push(...this.#twice(this.#numbers, policyNumber, { line, id, field: 'policyNumber' }));
      numbers.set(policyNumber, { line, policyId });
      if (record !== undefined) this.#rate(line, compareRatings(record, policyId, product.loaded));
    }
    const ids = [...numbers.values()].map(({ policyId }) => policyId);
    this.#checked.known.policies += await this.#here('policies', ids);
    return [...findings, ...(await this.#taken(numbers))];
  }

  /** Whether the book has a policy with that id of its own. */
  hasPolicy(id: string): boolean {
    return this.#policies.has(id);
  }

  /** An exported client has what its products knew. */
  async #oddOf({ answers, history }: BookClient): Promise<OddCode[]> {
    const { installation, places } = this.reading;
    if (installation !== undefined) return [];
    this.#codes ??= places.codes();
    const known = { insurer: places.insurer.name, products: await this.#codes };
    const within = (index: number) => (odd: OddCode) => ({
      ...odd,
      finding: { ...odd.finding, field: `history[${index}].${odd.finding.field}` },
    });
    return [
      ...oddCodesOfClient(answers, known),
      ...history.flatMap((each, index) => oddCodesOfClient(each.answers, known).map(within(index))),
    ];
  }

  #note(line: BookLine, id: string | undefined, odd: readonly OddCode[]): void {
    let isUnlisted = false;
    for (const { code, finding } of odd) {
      const known = this.#odd.get(code);
      if (known !== undefined) known.count += 1;
      else if (this.#odd.size < mostListed)
        this.#odd.set(code, { first: placed(line, id, finding), count: 1 });
      else {
        isUnlisted = true;
        this.#first ??= placed(line, id, finding);
      }
    }
    if (isUnlisted) this.#unlisted += 1;
  }

  async #here(table: 'clients' | 'policies', ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const found: string[] = await this.db(table).whereIn('id', ids).pluck('id');
    return found.length;
  }

  #client(id: string): ClientOfBook | undefined {
    const organization = this.#owners.get(id);
    return organization && { id: clientIdOf(this.reading, id), name: null, answers: {}, organization };
  }

  #twice(
    known: Map<string, string>,
    key: string,
    { line, id, field }: { line: BookLine; id: string | undefined; field: string },
  ): PlacedFinding[] {
    const first = known.get(key);
    if (first === undefined) known.set(key, line.place);
    return first === undefined ? [] : [placed(line, id, { field, message: `is at ${first}, too` })];
  }

  #rate(line: BookLine, compared: readonly Comparison[]): void {
    const { ratings, differences } = this.#checked;
    for (const { outcome, field, message } of compared) {
      if (outcome === 'EQUAL') ratings.equal += 1;
      else if (outcome === 'DIFFERENT') ratings.different += 1;
      else ratings.notRated += 1;
      if (outcome !== 'EQUAL' && differences.length < mostListed) {
        differences.push(placed(line, idOf(line.value), { field, message }));
      }
    }
  }

  /** Numbers that policies here have already, other than the same policies. */
  async #taken(numbers: ReadonlyMap<string, { line: BookLine; policyId: string }>): Promise<PlacedFinding[]> {
    if (numbers.size === 0) return [];
    const here = await Policy.query(this.db)
      .where('issuing_organization_id', this.reading.places.insurer.id)
      .whereRaw('policy_number = any(?)', [[...numbers.keys()]])
      .select('id', 'policy_number');
    return here.flatMap(({ id, policyNumber }) => {
      const own = numbers.get(policyNumber);
      if (own === undefined || own.policyId === id) return [];
      const message = `a policy here has the number ${policyNumber}`;
      return [placed(own.line, idOf(own.line.value), { field: 'policyNumber', message })];
    });
  }
}
