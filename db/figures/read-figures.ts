import type { Knex } from 'knex';
import type { SummedFigure } from '../../domain/figures/figures.js';
import { dayIn } from '../../domain/ground/business-time.js';
import { earlierOf } from '../../domain/ground/calendar.js';
import { Cents } from '../../domain/money/cents.js';
import type { Database } from '../database.js';
import { inSnapshot } from '../reports/in-snapshot.js';
import type { TimeOfReport } from '../time-zones.js';
import type { Cut } from './cut-of-journals.js';
import { readProgress } from './fold-figures.js';
import { type FigureRow, readAccounts } from './read-accounts.js';
import { readPremium } from './read-premium.js';

export interface FiguresToRead extends TimeOfReport {
  /** An IANA name. */
  timeZone: string;
  /** The last day of what is earned, billed, paid and due. */
  asOf: string;
  /** What was recorded later does not count. */
  knownAt: Date;
}

/** What is summed of a product in a currency. */
export interface FiguresOfLine {
  lineId: string;
  lineName: string;
  currency: string;
  sums: ReadonlyMap<SummedFigure, Cents>;
}

/** More lines of a journal that are not in the sums yet take too long. */
const mostLeft = 300_000n;

/**
 * The figures of an organization's book, in the order of products and currencies. Undefined while much of the journals is
 * not in the sums yet, as after the migration of a large book.
 */
export async function readFigures(
  db: Database,
  asked: FiguresToRead,
  signal?: AbortSignal,
): Promise<FiguresOfLine[] | undefined> {
  return inSnapshot(db, signal, async (trx) => {
    const inSums = await readProgress(trx);
    if (await isFarBehind(trx, inSums)) return undefined;
    const found = new SumsByLine();
    for (const { written, earned, ...of } of await readPremium(trx, { ...asked, inSums: inSums.ledgerSeq })) {
      found.add({ ...of, name: 'written', amount: written });
      found.add({ ...of, name: 'earned', amount: earned });
    }
    const until = earlierOf(asked.asOf, dayIn(asked.timeZone, lastMoment(asked.knownAt)));
    const accounts = { ...asked, until, inSums: inSums.accountSeq };
    for await (const row of readAccounts(trx, accounts)) found.add(row);
    return named(trx, found.lines());
  });
}

/** What is recorded at the time itself does not count. */
const lastMoment = (knownAt: Date): Date => new Date(knownAt.getTime() - 1);

async function isFarBehind(trx: Knex, { ledgerSeq, accountSeq }: Cut): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: [{ ledger: string; account: string }] }>(
    `select (select coalesce(max(seq), 0) from ledger_journal)::text as ledger,
       (select coalesce(max(seq), 0) from account_journal)::text as account`,
  );
  const [{ ledger, account }] = rows;
  return BigInt(ledger) - BigInt(ledgerSeq) > mostLeft || BigInt(account) - BigInt(accountSeq) > mostLeft;
}

async function named(trx: Knex, lines: Omit<FiguresOfLine, 'lineName'>[]): Promise<FiguresOfLine[]> {
  const ids = lines.map(({ lineId }) => lineId);
  const products: { id: string; name: string }[] = await trx('products')
    .select('id', 'name')
    .whereIn('id', ids);
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return lines
    .map(({ lineId, ...line }) => ({ lineId, lineName: names.get(lineId) ?? '', ...line }))
    .sort((a, b) => compare(a.lineName, b.lineName) || compare(a.currency, b.currency));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Sums by product and currency. */
class SumsByLine {
  readonly #lines = new Map<string, Omit<FiguresOfLine, 'lineName'> & { sums: Map<SummedFigure, Cents> }>();

  add({ productId: lineId, currency, name, amount }: FigureRow): void {
    const key = `${lineId} ${currency}`;
    const line = this.#lines.get(key) ?? { lineId, currency, sums: new Map() };
    this.#lines.set(key, line);
    line.sums.set(name, (line.sums.get(name) ?? Cents.zero).plus(Cents.of(amount)));
  }

  lines() {
    return [...this.#lines.values()];
  }
}
