import { randomUUID } from 'node:crypto';
import type { PartialModelObject } from 'objection';
import type { Database } from '../../db/database.js';
import { acceptEvent } from '../../db/events/accept-event.js';
import { Organization } from '../../db/models/organization.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyQuote } from '../../db/models/policy-quote.js';
import { Product } from '../../db/models/product.js';
import { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';
import { recordPolicyChange } from '../../db/policy-changes/record-change.js';
import { eventEnvelope, type GetQuotesEnvelope } from '../../domain/events/envelope.js';
import { theService } from '../../domain/ground/author.js';
import { addDays, addMonths } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { type PolicyParties, policyMetaOf } from '../../domain/policy/policy-meta.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { QuoteType } from '../../domain/quote/quote.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { aClient } from './client-factory.js';
import { intakeOf } from './event-factory.js';
import { anImport, aProduct } from './product-factory.js';

export interface QuoteForPolicy {
  /** The client's organization. */
  sellerId: string;
  /** The quoting organization; the seller unless given. */
  issuerId?: string;
  productId: string;
  productVersionId: string;
  clientId: string;
  effectiveDate?: string;
  premium?: string;
  type?: QuoteType;
  answers?: AnswerMap;
  taxesAndFees?: { type: string; amount: number }[];
  /** Further columns, and those above under the names of the model. */
  changes?: PartialModelObject<Quote>;
  madeAt?: Date;
}

/** Stores a bindable quote of a year with its event, without rating it. */
export async function aQuoteRow(db: Database, given: QuoteForPolicy): Promise<Quote> {
  const { sellerId, issuerId = sellerId, productId, productVersionId, clientId } = given;
  const {
    effectiveDate = '2026-01-01',
    premium = '1200.00',
    madeAt = new Date('2025-12-01T12:00:00Z'),
  } = given;
  const triggerRequestId = randomUUID();
  const intake = given.answers ?? intakeOf({ 'client.name': 'Harbor Bakery LLC' });
  const envelope = eventEnvelope.parse({
    type: 'GET_QUOTES',
    lineId: productId,
    payload: { effectiveDate, intake },
  }) as GetQuotesEnvelope;
  await acceptEvent(db, {
    triggerRequestId,
    organizationId: sellerId,
    type: 'GET_QUOTES',
    productId,
    productVersionId,
    clientId,
    batchId: null,
    envelope,
    // Nothing starts its run.
    plan: {} as RunPlan,
    firedBy: theService,
    asConfiguredAt: madeAt,
  });
  const [product, issuer] = await Promise.all([
    Product.query(db).findById(productId).throwIfNotFound(),
    Organization.query(db).findById(issuerId).throwIfNotFound(),
  ]);
  return Quote.query(db)
    .insert({
      requestId: randomUUID(),
      pipelineId: randomUUID(),
      triggerRequestId,
      actionId: randomUUID(),
      actionType: 'IOI_RATING',
      type: given.type ?? 'QUOTE',
      productId,
      productVersionId,
      versionSystemSource: 'HOSTING',
      clientId,
      clientOrganizationId: sellerId,
      quotingOrganizationId: issuerId,
      lineName: product.name,
      quotingOrganizationName: issuer.name,
      effectiveDate,
      term: 'ANNUAL',
      outcome: 'QUOTED',
      bindable: true,
      requiresUnderwriterApproval: false,
      requiresPolicyholderAcceptance: false,
      premium,
      quoteDetails: {
        premium: { amount: Number(premium), per: 'YEAR', taxesAndFees: given.taxesAndFees ?? [] },
        duration: { length: 1, scale: 'YEAR' },
        coverageTypes: [],
      },
      messages: [],
      metadata: { rateMeta: {} },
      intake,
      asRatingConfiguredAt: madeAt,
      quoteTimestamp: madeAt,
      expiresAt: null,
      ...given.changes,
    })
    .returning('*');
}

export interface PolicyToMake {
  /** The client's organization; a new one unless given. */
  sellerId?: string;
  /** The quoting organization, which owns the product; the seller unless given. */
  issuerId?: string;
  /** A product version that is there; a small one is imported for the issuer unless given. */
  product?: { productId: string; versionId: string };
  definition?: ProductDefinition;
  /** A client of the seller; a new one unless given. */
  clientId?: string;
  answers?: AnswerMap;
  producer?: NonNullable<PolicyParties['producer']>;
  policyNumber?: string;
  effectiveDate?: string;
  /** Premium of the year; statements sum to it. */
  premium?: string;
  /** Amounts of the statements, from the effective date on, a month apart; one of the whole premium unless given. */
  instalments?: string[];
  createdAt?: Date;
  /** What else is different about the row. */
  changes?: PartialModelObject<Policy>;
}

/**
 * A policy of a year as it is after it was issued: client, product version, quote, the change with its ledger entry and
 * journal line, a policy event and statements, all of them consistent. Answers the row as it is read.
 */
export async function aPolicy(db: Database, given: PolicyToMake = {}): Promise<Policy> {
  const sellerId = given.sellerId ?? (await organization(db));
  const issuerId = given.issuerId ?? sellerId;
  const { effectiveDate = '2026-01-01', premium = '1200.00' } = given;
  const createdAt = given.createdAt ?? new Date(`${addDays(effectiveDate, -10)}T12:00:00Z`);
  const { productId, versionId } =
    given.product ?? (await anImport(db, issuerId, given.definition ?? aProduct()));
  const answers = given.answers ?? intakeOf({ 'client.name': 'Harbor Bakery LLC' });
  const clientId = given.clientId ?? (await aClient(db, sellerId, answers)).id;
  const quote = await aQuoteRow(db, {
    ...{
      sellerId,
      issuerId,
      productId,
      productVersionId: versionId,
      clientId,
      effectiveDate,
      premium,
      answers,
    },
    madeAt: createdAt,
  });
  const [seller, issuer] = await Promise.all([
    Organization.query(db).findById(sellerId).throwIfNotFound(),
    Organization.query(db).findById(issuerId).throwIfNotFound(),
  ]);
  const expirationDate = addMonths(effectiveDate, 12);
  return db.transaction(async (trx) => {
    const policy = await Policy.query(trx)
      .insert({
        id: randomUUID(),
        policyNumber: given.policyNumber ?? `P-${randomUUID().slice(0, 8)}`,
        ...{ productId, productVersionId: versionId, productName: quote.lineName, clientId },
        quoteId: quote.requestId,
        actionId: quote.actionId,
        issuingOrganizationId: issuerId,
        sellerOrganizationId: sellerId,
        underwritingOrganizationId: issuerId,
        producerId: given.producer?.id ?? null,
        policyState: 'ACTIVE',
        ...{ effectiveDate, expirationDate, lastDayWithCoverage: addDays(expirationDate, -1) },
        premium: '0',
        premiumTerm: 'ANNUAL',
        paymentPlan: (given.instalments?.length ?? 1) > 1 ? 'MONTHLY' : 'FULL_PAYMENT',
        policyMeta: policyMetaOf({
          client: { name: null, answers },
          intake: answers,
          agency: { id: sellerId, name: seller.name },
          producer: given.producer,
          carrier: { id: issuerId, name: issuer.name },
          agencyCodes: [],
        }),
        createdAt,
        updatedAt: createdAt,
        ...given.changes,
      })
      .returning('*');
    await PolicyQuote.query(trx).insert({ quoteId: quote.requestId, policyId: policy.id });
    const statements = statementsOf(policy, given.instalments ?? [premium]);
    await Statement.query(trx).insert(statements);
    await recordPolicyChange(trx, policy, {
      kind: 'ISSUE',
      effectiveDate,
      recordedAt: createdAt,
      lines: [{ from: effectiveDate, until: expirationDate, amount: premium }],
      termPremium: premium,
      quoteId: quote.requestId,
      answers,
      data: { expirationDate, policyNumber: policy.policyNumber },
      entry: {
        id: randomUUID(),
        appliedToStatement: true,
        statementId: statements[0]!.id as string,
      },
      event: { id: randomUUID(), type: 'POLICY_ISSUED', label: 'Policy issued' },
    });
    return Policy.query(trx).findById(policy.id).throwIfNotFound();
  });
}

/** An element of a policy's `events`. */
export async function aPolicyEvent(
  db: Database,
  policyId: string,
  event: {
    type: string;
    label?: string;
    description?: string;
    effectiveDate?: string;
    createdAt?: Date;
    createdBy?: JsonObject;
  },
): Promise<string> {
  const id = randomUUID();
  const { createdAt = new Date(), createdBy, effectiveDate, ...fields } = event;
  await db('policy_events').insert({
    ...{ id, policy_id: policyId, created_at: createdAt, created_by: createdBy ?? null },
    ...(effectiveDate !== undefined && { effective_date: effectiveDate }),
    ...fields,
  });
  return id;
}

function statementsOf(policy: Policy, amounts: string[]): PartialModelObject<Statement>[] {
  return amounts.map((amount, index) => ({
    id: randomUUID(),
    policyId: policy.id,
    termNumber: policy.termNumber,
    number: index + 1,
    kind: 'INSTALMENT',
    dueDate: addMonths(policy.effectiveDate, index),
    amount,
    paidAmount: '0',
    state: 'SCHEDULED',
    createdAt: policy.createdAt,
    data: {},
  }));
}

async function organization(db: Database): Promise<string> {
  const id = randomUUID();
  await Organization.query(db).insert({ id, name: `Organization ${id}` });
  return id;
}
