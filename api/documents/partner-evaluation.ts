import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { DocumentMaker } from '../../documents/making/document-maker.js';
import { evaluateForm } from '../../documents/making/evaluate-form.js';
import { formSource } from '../../documents/making/form-source.js';
import { type PartnerRating, partnerAnswers, partnerQuoteRecord } from '../../domain/forms/partner-rating.js';
import { BusinessTime, dayIn } from '../../domain/ground/business-time.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { LocatedForm } from '../../domain/quote/form-reference.js';
import { NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { authorOf } from '../http/person.js';
import { asDocumentProblem } from './document-problem.js';
import { versionCovering, visibleProduct } from './product-forms.js';

export interface PartnerEvaluationDependencies {
  db: Database;
  catalog: ProductCatalog;
  maker: DocumentMaker;
  now: () => Date;
}

/** Evaluates forms for partners' ratings (spec 4.10). */
export class PartnerEvaluations {
  constructor(private readonly uses: PartnerEvaluationDependencies) {}

  /**
   * The documents that apply, generated and stored; null if the form has no result. 404 if there is no such
   * form.
   */
  async evaluate(
    caller: Caller,
    { productId, configId }: { productId: string; configId: string },
    rating: PartnerRating,
  ): Promise<LocatedForm[] | null> {
    const { db, catalog, maker } = this.uses;
    const product = await visibleProduct(catalog, caller, productId);
    const asConfiguredAt = this.uses.now();
    const on = dayIn(product.timeZone, asConfiguredAt);
    const version = await versionCovering(catalog, product.id, { on, asConfiguredAt });
    const now = new BusinessTime(asConfiguredAt, version.timeZone);
    const source = formSource(null, {
      organizationId: caller.organizationId,
      now,
      product,
      version,
      answers: partnerAnswers(rating.userQuoteRequest),
      records: {
        quote: partnerQuoteRecord(rating, {
          productName: product.name,
          organization: product.ownerOrganizationName,
          currency: policySettingsOf(version.definition).currency,
        }),
        input: rating.userQuoteRequest ?? {},
      },
    });
    const evaluated = await asDocumentProblem(
      evaluateForm(maker, {
        version,
        formConfigId: configId,
        source,
        idOf: () => randomUUID(),
        createdBy: authorOf(caller),
      }),
    );
    if (evaluated === undefined) throw new NotFound('form', configId);
    if (evaluated === null) return null;
    await db.transaction(async (trx) => {
      for (const document of evaluated.documents) await document.record(trx);
    });
    return evaluated.documents.map(({ reference }) => reference);
  }
}
