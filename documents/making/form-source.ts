import type { Database } from '../../db/database.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { CatalogVersion, ProductCatalog, ProductHeader } from '../../db/products/catalog.js';
import { clientRecord } from '../../domain/forms/client-record.js';
import { policyRecord } from '../../domain/forms/policy-record.js';
import { quoteRecord } from '../../domain/forms/quote-record.js';
import type { FormData } from '../../domain/forms/values/form-data.js';
import { utcDate } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { readSubject, type Subject, type SubjectIds, SubjectProblem } from './read-subject.js';

/** The owner of a document and the records that it is about. */
export interface DocumentLinks {
  organizationId: string;
  otherOrganizationId: string | null;
  productId: string;
  productVersionId: string;
  clientId: string | null;
  quoteId: string | null;
  policyId: string | null;
  triggerRequestId: string | null;
}

/** The data of a form, and the records that its documents are linked to. */
export interface FormSource {
  data: FormData;
  links: DocumentLinks;
  now: Date;
}

interface Request {
  /** The organization that requests the document. */
  organizationId: string;
  now: Date;
  /** The event that requests it. */
  event?: Pick<AcceptedEvent, 'triggerRequestId' | 'envelope'> | undefined;
}

/**
 * Reads the records that a document is about, as the source of its form. `answersOf` may replace the answers
 * of the records. Throws a `SubjectProblem`.
 */
export async function readFormSource(
  { db, catalog }: { db: Database; catalog: ProductCatalog },
  {
    version,
    ids,
    answersOf,
    ...request
  }: Request & {
    version: Pick<CatalogVersion, 'productId' | 'versionId' | 'version'>;
    ids: SubjectIds;
    answersOf?: ((subject: Subject) => AnswerMap | undefined) | undefined;
  },
): Promise<FormSource> {
  const { productId } = version;
  const product = await catalog.product(productId);
  if (product === null) {
    throw new SubjectProblem('MISSING', 'productId', productId, `no product ${productId}`);
  }
  const subject = await readSubject(db, request.organizationId, productId, ids, utcDate(request.now));
  return formSource(subject, { ...request, product, version, answers: answersOf?.(subject) });
}

/**
 * The source of a form: the records, and the answers of the policy, else of the quote, else of the client.
 * @param subject null if the document is about no stored record, as for a partner's rating.
 */
export function formSource(
  subject: Subject | null,
  {
    organizationId,
    now,
    event,
    product,
    version,
    answers,
    records,
  }: Request & {
    product: ProductHeader;
    version: Pick<CatalogVersion, 'versionId' | 'version'>;
    /** Replace the answers of the records. */
    answers?: AnswerMap | undefined;
    /** In addition to those of the subject. */
    records?: JsonObject;
  },
): FormSource {
  const { client, quote, policy, otherOrganizationId } = subject ?? noSubject;
  return {
    now,
    data: {
      answers: answers ?? policy?.answers ?? quote?.intake ?? client?.answers ?? {},
      records: {
        today: utcDate(now),
        generatedAt: now.toISOString(),
        organization: organizationOf({ quote, policy }, product),
        product: { id: product.id, name: product.name, version: version.version },
        ...(event && { event: event.envelope.payload as JsonObject }),
        ...(subject && recordsOf(subject)),
        ...records,
      },
    },
    links: {
      organizationId,
      otherOrganizationId,
      productId: product.id,
      productVersionId: version.versionId,
      clientId: client?.id ?? null,
      quoteId: quote?.requestId ?? null,
      policyId: policy?.row.id ?? null,
      triggerRequestId: event?.triggerRequestId ?? null,
    },
  };
}

const noSubject = { client: null, quote: null, policy: null, otherOrganizationId: null };

/**
 * The organization that issues the document: the policy's issuer, else the quoting organization, else the
 * product's owner.
 */
function organizationOf(
  { policy, quote }: Pick<Subject, 'policy' | 'quote'>,
  { ownerOrganizationId, ownerOrganizationName }: ProductHeader,
): { id: string; name: string } {
  if (policy) return { id: policy.issuer.id, name: policy.issuer.name };
  if (quote) return { id: quote.quotingOrganizationId, name: quote.quotingOrganizationName };
  return { id: ownerOrganizationId, name: ownerOrganizationName };
}

function recordsOf({ client, quote, components, policy }: Subject): JsonObject {
  const records: JsonObject = { client: clientRecord(client) };
  if (quote) records.quote = quoteRecord({ ...quote, components });
  if (policy) {
    const { row, issuer, seller, ...life } = policy;
    records.policy = policyRecord({ ...row, ...life, issuer: issuer.name, seller: seller.name });
  }
  return records;
}
