import type { Knex } from 'knex';
import type { BookLine, PlacedFinding } from '../../domain/book/book-line.js';
import { placed } from '../../domain/book/book-line.js';
import { type BookFigures, figureNames } from '../../domain/book/figures.js';
import { addDays } from '../../domain/ground/calendar.js';
import { Cents } from '../../domain/money/cents.js';
import { minorDigits } from '../../domain/money/currency.js';
import { earnedShare } from '../reports/earned-share.js';
import { preparePolicies } from './load-book.js';
import type { BookReading } from './prepare.js';

/** A row of a receipt: what was brought of a product, state and currency, and what the service says. */
export interface ReceiptRow {
  product: string;
  state: string;
  currency: string;
  policies: { brought: number; here: number };
  figures: Record<keyof BookFigures, { brought: string; here: string }>;
}

/** What was brought, compared with what is here, policy by policy. */
export class BookReceipt {
  readonly #rows = new Map<string, ReceiptRow>();

  constructor(
    private readonly db: Knex,
    private readonly reading: BookReading,
  ) {}

  /** The policies of some lines that differ, and how; and the lines that cannot be read. */
  async add(lines: readonly BookLine[]): Promise<PlacedFinding[]> {
    const prepared = await preparePolicies(this.db, lines, this.reading);
    const ready = prepared.flatMap((each) =>
      each.ready === undefined ? [] : [{ ...each, ready: each.ready }],
    );
    const here = await this.#figures(ready.map((each) => each.ready));
    const differ = ready.flatMap(
      ({ line, id, ready: { policyId, policyNumber, brought: read, product, state } }) => {
        const brought = read();
        const found = here.get(policyId);
        const currency = product.settings.currency;
        const digits = minorDigits(currency);
        const own = found && rounded(found, digits);
        this.#count({ product: product.product.key, state, currency }, brought, own);
        if (own === undefined) return [placed(line, id, { message: `${policyNumber} is not here` })];
        const parts = figureNames.filter((name) => Number(own[name]) !== Number(brought[name]));
        const message = parts.map((name) => `${name} ${brought[name]} here ${own[name]}`).join(', ');
        return parts.length === 0 ? [] : [placed(line, id, { message: `${policyNumber}: ${message}` })];
      },
    );
    return [...prepared.flatMap(({ findings }) => findings), ...differ];
  }

  /** The rows by product, state and currency. */
  get rows(): ReceiptRow[] {
    return [...this.#rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  #count(
    of: Pick<ReceiptRow, 'product' | 'state' | 'currency'>,
    brought: BookFigures,
    here: BookFigures | undefined,
  ): void {
    const key = JSON.stringify([of.product, of.state, of.currency]);
    const none = () => ({ brought: '0.00', here: '0.00' });
    const row = this.#rows.get(key) ?? {
      ...of,
      policies: { brought: 0, here: 0 },
      figures: {
        premium: none(),
        written: none(),
        earned: none(),
        billed: none(),
        paid: none(),
        balance: none(),
      },
    };
    this.#rows.set(key, row);
    row.policies.brought += 1;
    row.policies.here += here === undefined ? 0 : 1;
    for (const name of figureNames) {
      const sums = row.figures[name];
      sums.brought = Cents.of(sums.brought).plus(Cents.of(brought[name])).toText();
      sums.here = Cents.of(sums.here)
        .plus(Cents.of(here?.[name] ?? '0'))
        .toText();
    }
  }

  /** What the service says of policies, by their ids. */
  async #figures(ready: readonly { policyId: string; product: { now: { today: string } } }[]) {
    const [first] = ready;
    if (first === undefined) return new Map<string, BookFigures>();
    const { rows } = await this.db.raw<{ rows: (BookFigures & { id: string })[] }>(
      `select p.id, p.premium, l.written, l.earned, s.billed, m.paid, s.live - m.paid as balance
       from policies p
       cross join lateral (
         select coalesce(sum(j.premium_change), 0) as written,
           round(coalesce(sum(${earnedShare('j.premium_change')}), 0), 10) as earned
         from ledger_journal j where j.policy_id = p.id
       ) l
       cross join lateral (
         select coalesce(sum(amount) filter (where billed_on is not null), 0) as billed, coalesce(sum(amount), 0) as live
         from statements where policy_id = p.id and state <> 'VOID'
       ) s
       cross join lateral (select coalesce(sum(amount), 0) as paid from payments where policy_id = p.id) m
       where p.id = any (:ids)`,
      { ids: ready.map(({ policyId }) => policyId), end: addDays(first.product.now.today, 1) },
    );
    return new Map(rows.map(({ id, ...figures }) => [id, figures]));
  }
}

function rounded(figures: BookFigures, digits: number): BookFigures {
  const text = (amount: string) => Cents.zero.plus(centsOf(amount)).toAmount(digits);
  return {
    premium: text(figures.premium),
    written: text(figures.written),
    earned: text(figures.earned),
    billed: text(figures.billed),
    paid: text(figures.paid),
    balance: text(figures.balance),
  };
}

/** Of an amount with up to ten decimals. */
function centsOf(amount: string): Cents {
  const [whole = '0', places = ''] = amount.split('.');
  const units = BigInt(`${whole}${places.padEnd(10, '0').slice(0, 10)}`);
  return Cents.ofUnits(units, 2).portion(1, 100_000_000);
}
