import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import type { CatalogVersion, ProductCatalog, ProductHeader } from '../../db/products/catalog.js';
import type { DocumentMaker, MadeDocument } from '../../documents/making/document-maker.js';
import { missingRecord } from '../../documents/making/evaluate-form.js';
import { generatedFollowUp } from '../../documents/making/generated-follow-up.js';
import { readSubject, type Subject, SubjectProblem } from '../../documents/making/read-subject.js';
import { formDataOf } from '../../documents/making/subject-data.js';
import type { CompiledDocument } from '../../domain/forms/compile-form.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import type { EventRuns } from '../runs/event-runs.js';
import { createdBy } from './created-by.js';
import { versionCovering, visibleProduct } from './product-forms.js';
import { asRenderProblem } from './render-problem.js';

export interface GenerationDependencies {
  db: Database;
  catalog: ProductCatalog;
  maker: DocumentMaker;
  urls: FileUrls;
  runs: Pick<EventRuns, 'startSoon'>;
  now: () => Date;
}

export interface DocumentRequest {
  productId: string;
  formConfigId: string;
  clientId: string;
  policyId?: string | undefined;
  quoteId?: string | undefined;
  fileName?: string | undefined;
  productDate?: string | undefined;
}

/** Makes documents on demand (spec 4.9). */
export class DocumentGeneration {
  readonly #dependencies: GenerationDependencies;

  constructor(dependencies: GenerationDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Makes a document, keeps it and answers it. 404 for what the caller does not see, 400 for records that do not
   * belong together or are missing, 409 where the form does not apply.
   */
  async generate(caller: Caller, request: DocumentRequest): Promise<MadeDocument> {
    const { db, catalog, maker, urls, runs } = this.#dependencies;
    const now = this.#dependencies.now();
    const { organizationId } = caller;
    const product = await visibleProduct(catalog, caller, request.productId, { field: 'productId' });
    const subject = await subjectOf(db, caller, request, now);
    const { version, form } = await this.#formOf(request, subject, now);
    const data = formDataOf(subject, {
      now,
      organization: issuerOf(subject, product),
      product: { id: product.id, name: product.name, version: version.version },
    });
    refuseUnfit(form, missingRecord(form, data), form.applies(data));
    const made = await asRenderProblem(
      maker.make({
        id: randomUUID(),
        form,
        data,
        about: {
          organizationId,
          otherOrganizationId: subject.otherOrganizationId,
          productId: product.id,
          productVersionId: version.versionId,
          clientId: subject.client.id,
          quoteId: subject.quote?.requestId ?? null,
          policyId: subject.policy?.row.id ?? null,
          triggerRequestId: null,
        },
        fileName: request.fileName,
        // The endpoint answers a PDF whatever the form is otherwise made as (spec 4.9).
        type: 'PDF',
        now,
        createdBy: createdBy(caller),
      }),
    );
    const plan = await db.transaction(async (trx) => {
      await made.record(trx);
      return generatedFollowUp(trx, catalog, { made: [made], subject, organizationId, urls, now });
    });
    if (plan !== undefined) void runs.startSoon(plan);
    return made;
  }

  /** The form by the version that `productDate` selects, else by that of the records, else by today's. */
  async #formOf(
    { productId, formConfigId, productDate }: DocumentRequest,
    { policy, quote }: Subject,
    now: Date,
  ): Promise<{ version: CatalogVersion; form: CompiledDocument }> {
    const { catalog } = this.#dependencies;
    const ofRecords = policy?.row.productVersionId ?? quote?.productVersionId;
    if (productDate === undefined && ofRecords !== undefined) {
      const version = await catalog.version(ofRecords);
      const form = version?.compiled.forms.documents.get(formConfigId);
      if (version && form) return { version, form };
    }
    const at = productDate === undefined ? now : new Date(productDate);
    const version = await versionCovering(catalog, productId, { at, now });
    const form = version.compiled.forms.documents.get(formConfigId);
    if (form !== undefined) return { version, form };
    if (version.compiled.forms.evaluations.has(formConfigId)) {
      throw new BadRequest([
        { field: 'formConfigId', detail: 'is an evaluation form, of which no document is made' },
      ]);
    }
    throw new NotFound('form', formConfigId, { field: 'formConfigId' });
  }
}

async function subjectOf(
  db: Database,
  caller: Caller,
  request: DocumentRequest,
  now: Date,
): Promise<Subject> {
  try {
    return await readSubject(db, caller.organizationId, request.productId, request, utcDate(now));
  } catch (error) {
    if (!(error instanceof SubjectProblem)) throw error;
    const what = error.field.replace(/Id$/, '');
    if (error.kind === 'MISSING') throw new NotFound(what, error.id, { field: error.field });
    throw new BadRequest([{ field: error.field, detail: error.message }]);
  }
}

function refuseUnfit(form: CompiledDocument, missing: string | undefined, applies: boolean): void {
  if (missing !== undefined) {
    throw new BadRequest([{ field: `${missing}Id`, detail: `is needed by the form "${form.form.name}"` }]);
  }
  if (!applies) throw new Conflict(`the form "${form.form.name}" does not apply here`);
}

/** In whose name the document is: the policy's issuer, else who quotes, else the product's owner. */
function issuerOf({ policy, quote }: Subject, product: ProductHeader): { id: string; name: string } {
  if (policy) return { id: policy.issuer.id, name: policy.issuer.name };
  if (quote) return { id: quote.quotingOrganizationId, name: quote.quotingOrganizationName };
  return { id: product.ownerOrganizationId, name: product.ownerOrganizationName };
}
