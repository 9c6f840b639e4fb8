import type { Knex } from 'knex';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { namedPolicyNumber, namedRecords } from '../../domain/events/records-of-event.js';
import type { RecordOfInsurer } from '../../domain/events/seller-act.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { PaymentSession } from '../models/payment-session.js';
import { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';
import { Statement } from '../models/statement.js';
import type { ProductCatalog } from '../products/catalog.js';
import type { QuoteToAccept } from './lack-to-accept.js';

/** A quote or a policy that an event names, with its insurer. */
export interface InsuredRecord extends RecordOfInsurer {
  productId: string;
  issuerId: string;
  quote?: QuoteToAccept;
}

/** The quotes and policies that an event names, itself or by their statement or payment, as an organization sees them. */
export async function insuredRecords(
  db: Knex,
  catalog: Pick<ProductCatalog, 'version'>,
  { organizationId, envelope }: { organizationId: string; envelope: EventEnvelope },
): Promise<InsuredRecord[]> {
  const named = (kind: 'QUOTE' | 'POLICY' | 'STATEMENT' | 'PAYMENT') =>
    namedRecords(envelope, kind).map(({ id }) => id);
  const [statements, sessions] = await Promise.all([
    found(named('STATEMENT'), (ids) => Statement.query(db).findByIds(ids).select('policy_id')),
    found(named('PAYMENT'), (ids) =>
      PaymentSession.query(db).findByIds(ids).select('policy_id', 'quote_ids'),
    ),
  ]);
  const policyIds = [
    ...named('POLICY'),
    ...[...statements, ...sessions].flatMap((row) => row.policyId ?? []),
  ];
  const quoteIds = [...named('QUOTE'), ...sessions.flatMap((session) => session.quoteIds)];
  const number = policyIds.length === 0 ? namedPolicyNumber(envelope)?.id : undefined;
  const seen = () => Policy.query(db).modify('visibleTo', organizationId);
  const [quotes, policies, numbered] = await Promise.all([
    found(quoteIds, (ids) =>
      Quote.query(db)
        .findByIds(ids)
        .modify('visibleTo', organizationId)
        .join('events as asked', 'asked.trigger_request_id', 'quotes.trigger_request_id')
        .select(quoteColumns)
        .modify('withChangeAmounts')
        .select('asked.organization_id as askedBy', 'asked.created_at as askedAt')
        .castTo<(Quote & QuoteToAccept)[]>(),
    ),
    found(policyIds, (ids) => seen().findByIds(ids).select(policyColumns)),
    number === undefined ? [] : seen().where('policy_number', number).select(policyColumns),
  ]);
  return [
    ...quotes.map((quote) => ({
      productId: quote.productId,
      issuerId: quote.quotingOrganizationId,
      quote,
    })),
    ...(await Promise.all([...policies, ...numbered].map((policy) => recordOfPolicy(catalog, policy)))),
  ];
}

const quoteColumns = [
  'request_id',
  'product_id',
  'product_version_id',
  'quoting_organization_id',
  'type',
  'effective_date',
  'as_rating_configured_at',
  'quote_timestamp',
  'premium',
  'quote_details',
  'requires_underwriter_approval',
].map((column) => `quotes.${column}`);
const policyColumns = [
  'product_id',
  'product_version_id',
  'issuing_organization_id',
  'effective_date',
  'cancelled_on',
];

async function recordOfPolicy(
  catalog: Pick<ProductCatalog, 'version'>,
  policy: Policy,
): Promise<InsuredRecord> {
  const { productId, issuingOrganizationId, productVersionId, effectiveDate, cancelledOn } = policy;
  const version = await catalog.version(productVersionId);
  const settings = policySettingsOf(version?.definition ?? {});
  return {
    productId,
    issuerId: issuingOrganizationId,
    policy: { effectiveDate, cancelledOn, settings },
  };
}

async function found<Row>(ids: string[], read: (ids: string[]) => PromiseLike<Row[]>): Promise<Row[]> {
  return ids.length === 0 ? [] : read(ids);
}
