import type { Knex } from 'knex';
import { figureOf, type SummedFigure } from '../../domain/figures/figures.js';
import { daysBetween } from '../../domain/ground/calendar.js';
import { ofClock, type TimeOfReport } from '../time-zones.js';
import { lastOfAll } from './cut-of-journals.js';
import { textOfUnits } from './figure-changes.js';
import { accountChangesOf } from './fold-accounts.js';

export interface AccountsToRead extends TimeOfReport {
  /** The day from which ages are counted. */
  asOf: string;
  /** The last day of what is billed and paid. */
  until: string;
  /** The last number of the accounts' journal that is in the sums. */
  inSums: string;
}

/** A part of a figure of a product in a currency: decimal text. */
export interface FigureRow {
  productId: string;
  currency: string;
  name: SummedFigure;
  amount: string;
}

/** As `dueAgeOf` in the domain. */
const dueAge = `case when due_date >= cast(:day as date) then 'notYetDue'
        when due_date >= cast(:day as date) - 30 then 'pastDueTo30'
        when due_date >= cast(:day as date) - 60 then 'pastDueTo60'
        when due_date >= cast(:day as date) - 90 then 'pastDueTo90' else 'pastDueOver90' end`;

/** What is billed, paid and due of an organization's policies: the sums, and what is not in them yet. */
export async function* readAccounts(trx: Knex, asked: AccountsToRead): AsyncGenerator<FigureRow> {
  const { organizationId, clockId = null, asOf, until, inSums } = asked;
  const { rows } = await trx.raw<{ rows: FigureRow[] }>(
    `select product_id as "productId", currency, name, sum(amount)::text as amount
     from figure_sums s
     cross join lateral (select case figure when 'BILLED' then 'billed' when 'PAID' then 'paid'
       when 'CREDIT' then 'credit' when 'DUE' then ${dueAge} end as name) named
     where organization_id = :organization and ${ofClock('s', asked.clockId)} and day <= cast(:until as date)
       and figure in ('BILLED', 'PAID', 'CREDIT', 'DUE')
     group by 1, 2, 3`,
    { organization: organizationId, day: asOf, until, ...(clockId !== null && { clockId }) },
  );
  yield* rows;
  const [day, last] = [asOf, until].map((date) => daysBetween('1970-01-01', date)) as [number, number];
  const stretch = { after: inSums, until: lastOfAll, organizationId };
  for await (const changes of accountChangesOf(trx, stretch)) {
    for (const { owner, units, ...change } of changes) {
      if (owner.organizationId !== organizationId || owner.clockId !== clockId || change.day > last) continue;
      yield { ...owner, name: figureOf(change, day), amount: textOfUnits(units, owner.currency) };
    }
  }
}
