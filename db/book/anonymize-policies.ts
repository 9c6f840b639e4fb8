import type { Knex } from 'knex';
import { Anonymizer } from '../../domain/book/anonymize.js';
import type { Rows } from '../../domain/book/rows.js';
import { canonicalJson, textHash } from '../../domain/ground/canonical-json.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { sequenceOfNumber } from '../../domain/policy/numbering.js';
import { copiedIds } from '../clocks/copied-ids.js';
import { recordsToCopy } from '../clocks/records-to-copy.js';
import { deflated, inflated } from '../models/worksheet-text.js';
import type { ClientRecord } from './read-clients.js';
import type { PolicyRows } from './read-policies.js';
import type { NumberCounter } from './read-surroundings.js';

/** Columns that hold what callers and carriers sent, or what people wrote: nothing of them is kept. */
const emptied: Readonly<Record<string, JsonObject>> = {
  quotes: { raw_quote_request: null, raw_quote_details: null, input_mapping_data: null },
  policies: { client_integration_data: {}, quote_integration_data: {}, policy_integration_data: {} },
  ledger_entries: { doc: null, additional_docs: [] },
  payments: { description: null },
  payment_refunds: { reason: null, refusal: null },
};

/** Replaces what tells of whom the records of a book are, and all ids but those of organizations and products. */
export class BookAnonymizer {
  readonly #anonymizer: Anonymizer;

  private constructor(
    private readonly trx: Knex.Transaction,
    private readonly counters: readonly NumberCounter[],
    seed: string,
    kept: ReadonlySet<string>,
  ) {
    this.#anonymizer = new Anonymizer(seed, kept);
  }

  static async begin(trx: Knex.Transaction, seed: string): Promise<BookAnonymizer> {
    const counters: NumberCounter[] = await trx('policy_numbers').select({
      productId: 'product_id',
      scope: 'scope',
      last: 'last',
    });
    return new BookAnonymizer(trx, counters, seed, await idsOfProducts(trx));
  }

  client(client: ClientRecord): ClientRecord {
    const own = { ids: new Map<string, string>(), texts: new Map<string, string>() };
    const { name, ...rest } = client;
    const named = { ...rest, ...(name !== undefined && { client: { name } }) };
    const { client: replaced, ...others } = this.#anonymizer.record(named, own) as typeof named;
    return { ...others, ...(replaced !== undefined && replaced) };
  }

  async policies(policies: readonly PolicyRows[]): Promise<PolicyRows[]> {
    const linked = policies.flatMap(({ rows }) =>
      [rows.policies?.[0]?.rewritten_from, rows.policies?.[0]?.rewritten_to].filter(
        (id) => typeof id === 'string',
      ),
    );
    const records = await recordsToCopy(this.trx, [...new Set([...policies.map(({ id }) => id), ...linked])]);
    const { ids } = await copiedIds(this.#anonymizer.copyId, records);
    return policies.map((policy) => {
      const number = this.#numberOf(policy);
      const texts = new Map([[policy.policyNumber, number]]);
      const { seller, productKey, productId, productVersionId, currency, state, rows, ...own } = policy;
      const record = { ...own, rows: withLines(withoutTexts(rows)) };
      const replaced = this.#anonymizer.record(record, { ids, texts });
      const stays = { seller, productKey, productId, productVersionId, currency, state };
      return { ...replaced, ...stays, policyNumber: number, rows: withPackedLines(replaced.rows) };
    });
  }

  #numberOf({ productId, policyNumber }: PolicyRows): string {
    for (const { scope, last } of this.counters.filter((one) => one.productId === productId)) {
      const number = sequenceOfNumber(scope, policyNumber);
      if (number === undefined || number < 1n || number > BigInt(last)) continue;
      const width = policyNumber.length - scope.length + '{seq}'.length;
      const other = this.#anonymizer.numberOf(`${productId} ${scope}`, number, BigInt(last));
      return scope.replace('{seq}', String(other).padStart(width, '0'));
    }
    // Corrected by hand.
    return `T-${textHash(`${this.#anonymizer.copyId} ${policyNumber}`).slice(0, 12).toUpperCase()}`;
  }
}

/** The ids in product versions, of lines and actions and forms; and those of organizations. */
async function idsOfProducts(trx: Knex): Promise<Set<string>> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select distinct found[1] as id from product_versions,
       regexp_matches(definition::text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') found
     union select id::text from organizations union select id::text from products
     union select id::text from product_versions`,
  );
  return new Set(rows.map(({ id }) => id));
}

function withoutTexts(rows: Rows): Rows {
  return Object.fromEntries(
    Object.entries(rows).map(([table, own]) => {
      const cleared = emptied[table];
      return [table, cleared === undefined ? own : own.map((row) => emptiedRow(row, cleared))];
    }),
  );
}

/** Only the columns that the row has. */
function emptiedRow(row: JsonObject, cleared: JsonObject): JsonObject {
  const kept = Object.entries(row).flatMap(([name, value]) => {
    const other = name in cleared ? cleared[name] : value;
    return other === null || other === undefined ? [] : [[name, other] as const];
  });
  return Object.fromEntries(kept);
}

const withLines = (rows: Rows): Rows =>
  ofWorksheets(rows, ({ deflated: bytes, sha256: _hash, ...row }) => ({
    ...row,
    lines: JSON.parse(inflated(Buffer.from(String(bytes), 'base64'))),
  }));

const withPackedLines = (rows: Rows): Rows =>
  ofWorksheets(rows, ({ lines, ...row }) => {
    const text = canonicalJson(lines);
    return { ...row, deflated: deflated(text).toString('base64'), sha256: textHash(text) };
  });

function ofWorksheets(rows: Rows, change: (row: JsonObject) => JsonObject): Rows {
  const { quote_worksheets: sheets } = rows;
  return sheets === undefined ? rows : { ...rows, quote_worksheets: sheets.map(change) };
}
