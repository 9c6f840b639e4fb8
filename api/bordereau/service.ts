import { randomUUID } from 'node:crypto';
import { type BordereauMonth, bordereauMonth } from '../../db/bordereau/bordereau-month.js';
import type { BordereauToRead } from '../../db/bordereau/bordereau-rows.js';
import { decideRows } from '../../db/bordereau/decide-rows.js';
import {
  type ReadRow,
  type RowState,
  rowsOfBordereau,
  totalsOfBordereau,
} from '../../db/bordereau/read-bordereau.js';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { inSnapshot } from '../../db/reports/in-snapshot.js';
import { timeZoneOf } from '../../db/time-zones.js';
import { answersOf, type BordereauColumn, defaultColumns } from '../../domain/bordereau/columns.js';
import { lastOfMonth } from '../../domain/postings/months.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { pageOf } from '../http/page.js';
import { auditOf, authorOf } from '../http/person.js';
import { timeOfReport } from '../reports/time-of-report.js';
import type { BordereauView, RowsToDecide } from './schemas.js';
import { rowView, totalView } from './views.js';

export interface BordereauDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'product' | 'licenseOf' | 'versionFor' | 'version'>;
  /** System time. */
  now: () => Date;
}

export interface AskedBordereau {
  productId: string;
  sellerId?: string | undefined;
  month: string;
  clockId?: string | undefined;
  state?: RowState | undefined;
}

/** A file has so many rows at most. */
const mostRowsOfFile = 50_000;

/** Premium bordereaux: the insurer reads those of its sellers and decides on their rows, a seller reads its own. */
export class Bordereaux {
  constructor(private readonly uses: BordereauDependencies) {}

  /** A page of the rows, with the sums of all. */
  async page(
    caller: Caller,
    { page, size, state, ...asked }: AskedBordereau & { page: number; size: number },
    gone: AbortSignal,
  ): Promise<BordereauView> {
    const { of, columns } = await this.#license(caller, asked);
    return inSnapshot(this.uses.db, gone, async (trx) => {
      const month = monthOrRefusal(await bordereauMonth(trx, of, of.period), asked.month);
      const totals = (await totalsOfBordereau(trx, of, month)).map(totalView);
      const reading = { ...of, state, answers: answersOf(columns) };
      const rows = await rowsOfBordereau(trx, reading, month, { offset: page * size, limit: size });
      const count = totals.reduce((sum, total) => sum + rowsThatAre(total, state), 0);
      return {
        productId: of.productId,
        insurerId: of.organizationId,
        sellerId: of.sellerId,
        month: asked.month,
        closed: month.closeId !== null,
        columns: columns.map(({ name }) => name),
        totals,
        ...pageOf(
          rows.map((each) => rowView(each, columns)),
          { page, size },
          count,
        ),
      };
    });
  }

  /** All rows, for a file. */
  async all(
    caller: Caller,
    { state, ...asked }: AskedBordereau,
    gone: AbortSignal,
  ): Promise<{ columns: readonly BordereauColumn[]; rows: ReadRow[] }> {
    const { of, columns } = await this.#license(caller, asked);
    const rows = await inSnapshot(this.uses.db, gone, async (trx) => {
      const month = monthOrRefusal(await bordereauMonth(trx, of, of.period), asked.month);
      const reading = { ...of, state, answers: answersOf(columns) };
      return rowsOfBordereau(trx, reading, month, { offset: 0, limit: mostRowsOfFile + 1 });
    });
    if (rows.length <= mostRowsOfFile) return { columns, rows };
    throw new Conflict(`the bordereau has more than ${mostRowsOfFile} rows: read it as JSON, by pages`);
  }

  async decide(
    caller: Caller,
    { decision, reason, rows, ...asked }: RowsToDecide,
    requestId: string = randomUUID(),
  ): Promise<{ decided: number }> {
    const { of } = await this.#license(caller, asked);
    if (of.organizationId !== caller.organizationId) {
      throw new NotFound('product', asked.productId, { field: 'productId' });
    }
    const now = await timeOfReport(this.uses, caller, asked.clockId);
    const recorded = await this.uses.db.transaction(async (trx) => {
      const month = monthOrRefusal(await bordereauMonth(trx, of, of.period), asked.month);
      const { closeId } = month;
      if (closeId === null) throw refused('month', `${asked.month} is not closed`);
      return decideRows(
        trx,
        of,
        { ...month, closeId },
        {
          ...auditOf(caller),
          requestId,
          rows,
          decision,
          reason: reason ?? null,
          decidedAt: now,
          decidedBy: authorOf(caller),
        },
      );
    });
    if ('decided' in recorded) return recorded;
    const field = `rows.${recorded.unknown}`;
    throw new NotFound('row', rows[recorded.unknown]?.policyId ?? '', { field });
  }

  /** The license that the caller sees as insurer or as seller, by the insurer's books, and the columns of the month. */
  async #license(
    caller: Caller,
    { productId, sellerId, month, clockId }: AskedBordereau,
  ): Promise<{ of: BordereauToRead; columns: readonly BordereauColumn[] }> {
    const { db, catalog } = this.uses;
    const product = await catalog.product(productId);
    const isInsurer = product?.ownerOrganizationId === caller.organizationId;
    if (isInsurer && sellerId === undefined) {
      throw new BadRequest([{ field: 'sellerId', detail: 'is required: an insurer has many sellers' }]);
    }
    const seller = sellerId ?? caller.organizationId;
    const isSeen = isInsurer || seller === caller.organizationId;
    const license = isSeen ? await catalog.licenseOf(productId, seller) : undefined;
    if (product === null || license === undefined) {
      const field = isInsurer ? 'sellerId' : 'productId';
      throw new NotFound(isInsurer ? 'seller' : 'product', isInsurer ? seller : productId, { field });
    }
    if (clockId !== undefined) await timeOfReport(this.uses, caller, clockId);
    const { ownerOrganizationId: organizationId } = product;
    const period = `${month}-01`;
    const timeZone = await timeZoneOf(db, organizationId);
    const of = { organizationId, clockId, timeZone, productId, sellerId: seller, period };
    return { of, columns: await this.#columns(productId, lastOfMonth(period)) };
  }

  /** Those of the version that is deployed for the end of the month. */
  async #columns(productId: string, effectiveDate: string): Promise<readonly BordereauColumn[]> {
    const { catalog, now } = this.uses;
    const versionId = await catalog.versionFor(productId, { effectiveDate, asConfiguredAt: now() });
    const version = versionId === null ? null : await catalog.version(versionId);
    return version?.definition.policy?.reporting.bordereau ?? defaultColumns;
  }
}

const refused = (field: string, detail: string) => new Conflict(detail, { errors: [{ field, detail }] });

function monthOrRefusal(month: BordereauMonth | { partOf: string }, asked: string): BordereauMonth {
  if ('closeId' in month) return month;
  throw refused('month', `${asked} was closed with ${month.partOf.slice(0, 7)}`);
}

function rowsThatAre(
  { rows, accepted, disputed }: { rows: number; accepted: number; disputed: number },
  state: RowState | undefined,
): number {
  switch (state) {
    case undefined:
      return rows;
    case 'ACCEPTED':
      return accepted;
    case 'DISPUTED':
      return disputed;
    case 'OPEN':
      return rows - accepted - disputed;
  }
}
