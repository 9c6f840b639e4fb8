import { randomUUID } from 'node:crypto';
import { recordAdjustment } from '../../db/commissions/adjust-commission.js';
import { commissionsOfMonth } from '../../db/commissions/month-of-commissions.js';
import {
  adjustmentsOfStatement,
  linesOfStatement,
  type NamedStatement,
  readStatement,
  searchStatements,
} from '../../db/commissions/read-commissions.js';
import type { Database } from '../../db/database.js';
import { CommissionAdjustment } from '../../db/models/commission-adjustment.js';
import { closedUntil, closesOf } from '../../db/postings/books.js';
import { inSnapshot } from '../../db/reports/in-snapshot.js';
import { amountIn, tooManyDecimals } from '../../domain/money/amount-text.js';
import { unknownCurrency } from '../../domain/money/currency.js';
import { BadRequest, Conflict, conflictOf, NotFound } from '../errors/app-error.js';
import { type Caller, requireUnrestricted } from '../http/caller.js';
import { pageOf } from '../http/page.js';
import { auditOf, authorOf } from '../http/person.js';
import { timeOfReport } from '../reports/time-of-report.js';
import type { AdjustmentView, CommissionToAdjust } from './schemas.js';
import { adjustmentView, amountsView, lineView, statementView } from './views.js';

export interface CommissionDependencies {
  db: Database;
  /** System time. */
  now: () => Date;
}

interface Page {
  page: number;
  size: number;
}

/** What sellers earn with the policies that an insurer issued: the insurer sees all of it, a seller its own. */
export class Commissions {
  constructor(private readonly uses: CommissionDependencies) {}

  async list(
    caller: Caller,
    {
      month,
      clockId,
      ...asked
    }: Page & { month?: string | undefined; sellerId?: string | undefined; clockId?: string | undefined },
  ) {
    requireUnrestricted(caller, 'reads no commissions');
    if (clockId !== undefined) await timeOfReport(this.uses, caller, clockId);
    const period = month && `${month}-01`;
    const search = { ...asked, clockId, period, organizationId: caller.organizationId };
    const { total, results } = await searchStatements(this.uses.db, search);
    return pageOf(results.map(statementView), asked, total);
  }

  async read(caller: Caller, statementId: string) {
    const statement = await this.#visible(caller, statementId);
    const adjustments = await adjustmentsOfStatement(this.uses.db, statementId);
    return { ...statementView(statement), adjustments: adjustments.map(adjustmentView) };
  }

  async lines(caller: Caller, statementId: string, page: Page) {
    await this.#visible(caller, statementId);
    const { total, lines } = await linesOfStatement(this.uses.db, statementId, page);
    return pageOf(lines.map(lineView), page, total);
  }

  /** What the insurer's sellers have earned in a month that is not closed. */
  async ofOpenMonth(
    caller: Caller,
    { month, clockId }: { month: string; clockId?: string | undefined },
    gone: AbortSignal,
  ) {
    requireUnrestricted(caller, 'reads no commissions');
    const { organizationId } = caller;
    const { timeZone } = await timeOfReport(this.uses, caller, clockId);
    const books = { organizationId, clockId, timeZone };
    const period = `${month}-01`;
    const rows = await inSnapshot(this.uses.db, gone, async (trx) => {
      const closed = closedUntil(await closesOf(trx, books));
      if (closed !== undefined && period < closed.open) return undefined;
      return commissionsOfMonth(trx, { ...books, period });
    });
    if (rows === undefined) {
      const detail = `${month} is closed: read its statements`;
      throw new Conflict(detail, { errors: [{ field: 'month', detail }] });
    }
    return {
      month,
      rows: rows.map(({ sellerId, ...amounts }) => ({ sellerId, ...amountsView(amounts) })),
    };
  }

  async adjust(
    caller: Caller,
    { clockId, policyId, amount, ...asked }: CommissionToAdjust,
    id: string = randomUUID(),
  ): Promise<AdjustmentView> {
    requireUnrestricted(caller, 'adjusts no commissions');
    const wrong = unknownCurrency(asked.currency);
    if (wrong !== undefined) throw new BadRequest([{ field: 'currency', detail: wrong }]);
    const tooFine = tooManyDecimals(asked.currency, amount);
    if (tooFine !== undefined) throw new BadRequest([{ field: 'amount', detail: tooFine }]);
    const now = await timeOfReport(this.uses, caller, clockId);
    const made = await this.uses.db.transaction((trx) =>
      recordAdjustment(trx, {
        ...auditOf(caller),
        ...asked,
        id,
        organizationId: caller.organizationId,
        clockId,
        policyId,
        amount: amountIn(asked.currency, amount),
        createdAt: now,
        createdBy: authorOf(caller),
      }),
    );
    if ('unknown' in made) {
      throw made.unknown === 'seller'
        ? new NotFound('seller', asked.sellerId, { field: 'sellerId' })
        : new NotFound('policy', policyId ?? '', { field: 'policyId' });
    }
    if (!(made instanceof CommissionAdjustment)) throw conflictOf(made);
    return adjustmentView(made);
  }

  async #visible(caller: Caller, statementId: string): Promise<NamedStatement> {
    requireUnrestricted(caller, 'reads no commissions');
    const statement = await readStatement(this.uses.db, caller.organizationId, statementId);
    if (statement === undefined) throw new NotFound('commission statement', statementId);
    return statement;
  }
}
