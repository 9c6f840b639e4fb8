import { expect } from 'vitest';
import { closeCommissions } from '../../db/commissions/close-commissions.js';
import { linesOfStatement, type StatementLine } from '../../db/commissions/read-commissions.js';
import type { Database } from '../../db/database.js';
import { CommissionStatement } from '../../db/models/commission-statement.js';
import { closeMonth } from '../../db/postings/close-month.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { commissionTerms } from '../../domain/commissions/commission-terms.js';
import { theService } from '../../domain/ground/author.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { anEventWorld, type EventWorld } from './event-world.js';
import { PolicyDesk } from './policy-desk.js';
import { shopOfLives } from './shop-of-lives.js';

/** A statement by its amounts, with the premium and commission of each line. */
export interface StatementInShort {
  commission: string;
  adjusted: string;
  collected: string;
  lines: string[][];
}

/** An insurer whose product an agency sells, months that are closed, and statements; by a day that the test sets. */
export class CommissionDesk {
  today = '2040-01-10';
  world!: EventWorld;
  desk!: PolicyDesk;

  async open(settings: Parameters<typeof shopOfLives>[0] = {}): Promise<void> {
    this.world = await anEventWorld(
      shopOfLives({ paymentPlans: [{ plan: 'FULL_PAYMENT', dueDays: 40 }], ...settings }),
      { now: this.now },
    );
    this.desk = new PolicyDesk(this.world, this.now);
  }

  readonly now = () => new Date(`${this.today}T08:00:00Z`);
  books = () => ({ organizationId: this.world.carrier.organizationId, timeZone: 'UTC' });

  /** What the license says; without rates nothing. */
  earns(...rates: object[]) {
    const { definition, agency, db } = this.world;
    return licenseProduct(db, {
      productId: definition.product.id,
      organizationId: agency.organizationId,
      commission: rates.length === 0 ? null : commissionTerms.parse({ rates }),
    });
  }

  issue(revenue: number, effectiveDate = this.today): Promise<string> {
    return this.desk.issue({ revenue, plan: 'FULL_PAYMENT', effectiveDate });
  }

  close(month: string, db: Database = this.world.db) {
    const period = `${month}-01`;
    const by = { closedBy: theService, today: this.today, now: new BusinessTime(this.now()) };
    return closeMonth(db, { ...this.books(), ...by, period }, [closeCommissions]);
  }

  async statement(month: string): Promise<CommissionStatement | undefined> {
    return CommissionStatement.query(this.world.db).findOne({ period: `${month}-01` });
  }

  async linesOf(month: string): Promise<StatementLine[]> {
    const { id } = (await this.statement(month))!;
    const { lines } = await linesOfStatement(this.world.db, id, { page: 0, size: 100 });
    return lines;
  }

  /** The statement of a month, whose lines add up. */
  async statementOf(month: string): Promise<StatementInShort | undefined> {
    const statement = await this.statement(month);
    if (statement === undefined) return undefined;
    const { commission, adjusted, collected } = statement;
    const lines = await this.linesOf(month);
    expect(sumOfAmounts(lines.map((line) => line.commission))).toBe(commission);
    const amounts = lines.map((line) => [line.premium, line.commission]);
    return { commission, adjusted, collected, lines: amounts.toSorted() };
  }
}
