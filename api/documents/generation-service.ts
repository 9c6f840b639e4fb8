import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { acceptFollowUp } from '../../db/events/follow-up.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import { businessTimeOfSubject } from '../../documents/making/business-time-of-subject.js';
import {
  type DocumentMaker,
  type MadeDocument,
  missingRecord,
} from '../../documents/making/document-maker.js';
import { type FormSource, formSource } from '../../documents/making/form-source.js';
import { generatedEvent } from '../../documents/making/generated-event.js';
import { readSubject, type Subject } from '../../documents/making/read-subject.js';
import type { CompiledDocument } from '../../domain/forms/compile-form.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { authorOf } from '../http/person.js';
import type { EventRuns } from '../runs/event-runs.js';
import { asDocumentProblem } from './document-problem.js';
import { versionCovering, visibleProduct } from './product-forms.js';

export interface GenerationDependencies {
  db: Database;
  catalog: ProductCatalog;
  maker: DocumentMaker;
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
  /** `YYYY-MM-DD`: the policy is shown as of this day; default today. */
  effectiveOn?: string | undefined;
}

/** Generates documents on request (spec 4.9). */
export class DocumentGeneration {
  constructor(private readonly uses: GenerationDependencies) {}

  /**
   * Generates a document, stores it and returns it. 404 for records that the caller cannot see, 400 for
   * missing records or records that do not belong together, 409 if the form does not apply.
   */
  generate(caller: Caller, request: DocumentRequest): Promise<MadeDocument> {
    return asDocumentProblem(this.#generate(caller, request));
  }

  async #generate(caller: Caller, request: DocumentRequest): Promise<MadeDocument> {
    const { db, catalog, maker, runs } = this.uses;
    const { organizationId } = caller;
    const product = await visibleProduct(catalog, caller, request.productId, { field: 'productId' });
    const now = await businessTimeOfSubject(db, this.uses, { ...request, product });
    const day = { on: request.effectiveOn ?? now.today, now };
    const subject = await readSubject(db, organizationId, request.productId, request, day);
    const { version, form } = await this.#formOf(request, subject, now);
    const source = formSource(subject, { organizationId, now, product, version });
    const made = await maker.make({
      id: randomUUID(),
      form,
      source,
      fileName: request.fileName,
      createdBy: authorOf(caller),
      // The endpoint returns a PDF regardless of the form's type (spec 4.9).
      type: 'PDF',
    });
    if (made === undefined) throw inapplicable(form, source);
    const plan = await this.#recorded(made, subject, source);
    if (plan !== undefined) void runs.startSoon(plan);
    return made;
  }

  /** Records the document, and accepts the event for a policy's document in the same transaction. */
  #recorded(
    made: MadeDocument,
    { policy }: Subject,
    { links, now }: FormSource,
  ): Promise<RunPlan | undefined> {
    const { db, catalog } = this.uses;
    return db.transaction(async (trx) => {
      await made.record(trx);
      const tells = generatedEvent(links, [made.reference]);
      if (policy === null || tells === undefined) return undefined;
      const { productId, productVersionId } = policy.row;
      const { organizationId } = links;
      const context = { organizationId, productId, productVersionId, asConfiguredAt: now.systemTime };
      return acceptFollowUp(trx, catalog, context, tells);
    });
  }

  /** The form of the version that `productDate` selects, else of the records' version, else of today's. */
  async #formOf(
    { productId, formConfigId, productDate }: DocumentRequest,
    { policy, quote }: Subject,
    now: BusinessTime,
  ): Promise<{ version: CatalogVersion; form: CompiledDocument }> {
    const { catalog } = this.uses;
    const ofRecords = policy?.row.productVersionId ?? quote?.productVersionId;
    if (productDate === undefined && ofRecords !== undefined) {
      const version = await catalog.version(ofRecords);
      const form = version?.compiled.forms.documents.get(formConfigId);
      if (version && form) return { version, form };
    }
    const at = productDate === undefined ? now : new Date(productDate);
    const version = await versionCovering(catalog, productId, {
      on: now.dayOf(at),
      asConfiguredAt: now.systemTime,
    });
    const form = version.compiled.forms.documents.get(formConfigId);
    if (form !== undefined) return { version, form };
    if (version.compiled.forms.evaluations.has(formConfigId)) {
      throw new BadRequest([
        { field: 'formConfigId', detail: 'is an evaluation form, which generates no document' },
      ]);
    }
    throw new NotFound('form', formConfigId, { field: 'formConfigId' });
  }
}

function inapplicable(form: CompiledDocument, { data }: FormSource): BadRequest | Conflict {
  const missing = missingRecord(form, data);
  if (missing === undefined) {
    return new Conflict(`the form "${form.form.name}" does not apply here`, { code: 'DOCUMENT_IMPOSSIBLE' });
  }
  return new BadRequest([{ field: `${missing}Id`, detail: `is needed by the form "${form.form.name}"` }]);
}
