import type { Database } from '../database.js';

/** What of a policy's prices its row does not have. */
export interface PolicyPrices {
  /** Of the current term with its changes, without fees for late and returned payments. */
  taxesAndFees: number;
  /** Of the quote that is held for the end of the term. */
  renewal: { premium: number; taxesAndFees: number } | undefined;
}

/** The prices of policies by their ids, in one statement, which reads each journal by its index. */
export async function readPrices(db: Database, ids: readonly string[]): Promise<Map<string, PolicyPrices>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: PricesRow[] }>(
    `select p.id, q.premium as "renewalPremium",
      (select sum(j.charge_change) from ledger_journal j
       where j.policy_id = p.id and j.term_number = p.term_number and j.entry_id is not null) as "taxesAndFees",
      (select sum((charge ->> 'amount')::numeric)
       from jsonb_array_elements(q.quote_details #> '{premium,taxesAndFees}') charge) as "renewalTaxesAndFees"
     from policies p left join quotes q on q.request_id = p.renewal_quote_id
     where p.id = any (?::uuid[])`,
    [[...ids]],
  );
  return new Map(
    rows.map(({ id, taxesAndFees, renewalPremium, renewalTaxesAndFees }) => [
      id,
      {
        taxesAndFees: Number(taxesAndFees ?? 0),
        renewal:
          renewalPremium === null
            ? undefined
            : { premium: Number(renewalPremium), taxesAndFees: Number(renewalTaxesAndFees ?? 0) },
      },
    ]),
  );
}

/** Amounts are decimal text. */
interface PricesRow {
  id: string;
  taxesAndFees: string | null;
  renewalPremium: string | null;
  renewalTaxesAndFees: string | null;
}
