import type { Database } from '../../db/database.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import type { CatalogVersion, ProductCatalog, ProductHeader } from '../../db/products/catalog.js';
import { readReasons } from '../../db/quotes/read-reasons.js';
import { readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import { clientRecord } from '../../domain/forms/client-record.js';
import { contractDifferences } from '../../domain/forms/contract-differences.js';
import { labelIn, policyRecord } from '../../domain/forms/policy-record.js';
import { quoteRecord } from '../../domain/forms/quote-record.js';
import type { FormData } from '../../domain/forms/values/form-data.js';
import type { BusinessTime, DayOf } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { amountIn } from '../../domain/money/amount-text.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import type { ContractOnDate } from '../../domain/policy/contract.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { lapsesOf } from '../../domain/policy/timeline.js';
import { languagesOf } from '../../domain/product/product-languages.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';
import type { QuoteWording } from '../../domain/quote/quote-wording.js';
import { type PremiumReason, reasonText } from '../../domain/reasons/reasons.js';
import { reasonsInWords } from '../../domain/reasons/reasons-in-words.js';
import type { SubjectChange } from './policy-of-document.js';
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

/** The version of a product that has a form. */
type FormVersion = Pick<CatalogVersion, 'versionId' | 'version' | 'compiled' | 'definition'>;

/** The data of a form, and the records that its documents are linked to. */
export interface FormSource {
  data: FormData;
  /** The same with the records' texts in a language of the product; null for its own. */
  dataIn(language: string | null): FormData;
  /** The language in which the client is written to; null if nobody has said. */
  clientLanguage: string | null;
  links: DocumentLinks;
  now: BusinessTime;
}

interface Request {
  /** The organization that requests the document. */
  organizationId: string;
  now: BusinessTime;
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
    version: FormVersion & Pick<CatalogVersion, 'productId'>;
    ids: SubjectIds;
    answersOf?: ((subject: Subject) => AnswerMap | undefined) | undefined;
  },
): Promise<FormSource> {
  const { productId } = version;
  const product = await catalog.product(productId);
  if (product === null) {
    throw new SubjectProblem('MISSING', 'productId', productId, `no product ${productId}`);
  }
  const day = { on: request.now.today, now: request.now, changedBy: await changedBy(db, request.event) };
  const subject = await readSubject(db, request.organizationId, productId, ids, day);
  const reasons = version.compiled.forms.saysReasons ? await reasonsOf(db, subject, version) : [];
  const statement = await statementOf(db, subject, request.event);
  return formSource(subject, {
    ...request,
    product,
    version,
    reasons,
    statement,
    answers: answersOf?.(subject),
  });
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
    reasons = [],
    statement,
  }: Request & {
    product: ProductHeader;
    version: FormVersion;
    /** Replace the answers of the records. */
    answers?: AnswerMap | undefined;
    /** What raised the premium of the quote most. Default: nothing is said of it. */
    reasons?: readonly PremiumReason[];
    /** The one that the event is about. */
    statement?: Statement | undefined;
    /** In addition to those of the subject. */
    records?: JsonObject;
  },
): FormSource {
  const { client, quote, policy, otherOrganizationId } = subject ?? noSubject;
  const languages = languagesOf(version.definition);
  const dataIn = (language: string | null): FormData => {
    const wording = languages.translated(language);
    return {
      answers: answers ?? policy?.on.answers ?? quote?.intake ?? client?.answers ?? {},
      records: {
        today: now.today,
        generatedAt: now.toISOString(),
        organization: organizationOf({ quote, policy }, product),
        product: {
          id: product.id,
          name: wording?.text(product.name) ?? product.name,
          version: version.version,
        },
        ...(event && { event: event.envelope.payload as JsonObject }),
        ...(subject && recordsOf(subject, version, { dayOf: now.dayOf, reasons, wording, statement })),
        ...records,
      },
    };
  };
  const data = dataIn(null);
  return {
    now,
    data,
    dataIn: (language) => (languages.translated(language) === null ? data : dataIn(language)),
    clientLanguage: client?.language ?? null,
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

/** Of the document's policy. */
async function statementOf(
  db: Database,
  { policy }: Subject,
  event: Request['event'],
): Promise<Statement | undefined> {
  const { statementId } = (event?.envelope.payload ?? {}) as JsonObject;
  if (policy === null || typeof statementId !== 'string') return undefined;
  return Statement.query(db).findById(statementId).where('policy_id', policy.row.id);
}

async function reasonsOf(
  db: Database,
  { quote }: Subject,
  version: FormVersion,
): Promise<readonly PremiumReason[]> {
  const rated = quote === null ? undefined : await readQuoteWithWorksheet(db, quote.requestId);
  return rated === undefined ? [] : readReasons(db, rated, version);
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
  if (policy) return { id: policy.row.issuingOrganizationId, name: policy.row.issuerName };
  if (quote) return { id: quote.quotingOrganizationId, name: quote.quotingOrganizationName };
  return { id: ownerOrganizationId, name: ownerOrganizationName };
}

function recordsOf(
  { client, quote, components, policy }: Subject,
  { compiled: { questionTypes: types }, definition }: FormVersion,
  {
    dayOf,
    reasons,
    wording,
    statement,
  }: {
    dayOf: DayOf;
    reasons: readonly PremiumReason[];
    wording: QuoteWording | null;
    statement: Statement | undefined;
  },
): JsonObject {
  const { currency } = policySettingsOf(definition);
  const records: JsonObject = { client: clientRecord(client) };
  const said = reasonsInWords(reasons, wording?.questionTypes ?? types, wording).map((reason) => ({
    text: reasonText(reason),
    amount: reason.amount,
  }));
  if (quote) {
    const shown = { ...quote, components, reasons: said };
    records.quote = quoteRecord(shown, dayOf, currency, wording);
  }
  if (policy) {
    const { row, on, change, ...life } = policy;
    const { number: termNumber, effectiveDate, expirationDate } = on.term;
    records.policy = policyRecord(
      {
        ...row,
        ...life,
        statement,
        termNumber,
        effectiveDate,
        expirationDate,
        policyMeta: on.meta,
        lapses: lapsesOf(on.term),
        quoteDetails: on.contract?.quoteDetails ?? null,
        issuer: row.issuerName,
        seller: row.sellerName,
      },
      dayOf,
      currency,
      wording,
    );
    if (change) records.change = changeRecord(change, { types, currency, wording }, dayOf);
  }
  return records;
}

function changeRecord(
  { change, number, label, before, after }: SubjectChange,
  { types, currency, wording }: { types: QuestionTypes; currency: string; wording: QuoteWording | null },
  dayOf: DayOf,
): JsonObject {
  const { kind, effectiveDate, recordedAt, premiumChange, data } = change;
  const taxes = data.taxesAndFees ?? '0.00';
  return {
    number,
    kind,
    label: labelIn(wording, label),
    effectiveDate,
    recordedOn: dayOf(recordedAt),
    premium: amountIn(currency, premiumChange),
    taxes: amountIn(currency, taxes),
    total: amountIn(currency, sumOfAmounts([premiumChange, taxes])),
    premiumBefore: premiumOf(before, currency),
    premiumAfter: premiumOf(after, currency),
    differences: contractDifferences(before, after, types, wording),
  };
}

function premiumOf({ contract }: ContractOnDate, currency: string): string | null {
  const amount = contract?.quoteDetails?.premium.amount;
  return amount === undefined ? null : amountIn(currency, amount);
}

/**
 * The event that made the endorsement that a document of an event is about: the event itself, or the one that a
 * notification tells of.
 */
export async function changedBy(
  db: Database,
  event: Pick<AcceptedEvent, 'triggerRequestId' | 'envelope'> | undefined,
): Promise<string | undefined> {
  const payload = event?.envelope.payload;
  const told = payload && 'event' in payload ? payload.event : undefined;
  const id = told && typeof told === 'object' && 'eventId' in told ? told.eventId : undefined;
  if (typeof id !== 'string') return event?.triggerRequestId;
  const found = await PolicyEvent.query(db).findById(id).select('trigger_request_id');
  return found?.triggerRequestId ?? event?.triggerRequestId;
}
