import { clientRecord } from '../../domain/forms/client-record.js';
import type { CompiledDocument } from '../../domain/forms/compile-form.js';
import { type PolicyToShow, policyRecord } from '../../domain/forms/policy-record.js';
import { quoteRecord } from '../../domain/forms/quote-record.js';
import { type FormData, valueAt } from '../../domain/forms/values/form-data.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays, addMonths } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { endOfTerm, monthsOfTerm, term as termSchema } from '../../domain/ground/term.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { type CompiledProduct, ratingOf } from '../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { placedActions } from '../../domain/product/placed-actions.js';
import { languagesOf } from '../../domain/product/product-languages.js';
import { newQuotes } from '../../domain/quote/package-quote.js';
import { CommandFailure } from '../ground/command-failure.js';

/** Sample ids of the records of a real document. */
const sampleIds = {
  event: '5b1a4c8e-1111-4111-8111-00000000c0de',
  client: '5b1a4c8e-1111-4111-8111-00000000beef',
  policy: '5b1a4c8e-1111-4111-8111-00000000f00d',
};

export interface SampleOptions {
  organization: string;
  /** `YYYY-MM-DD`: the day on which the quote is made; the term begins two weeks later. */
  today: string;
  /** The tag of a language of the product; by default its own. */
  language?: string | undefined;
}

/** The data for form previews: an intake, the product's quote of it, and a policy as it would be issued. */
export function sampleData(
  definition: ProductDefinition,
  compiled: CompiledProduct,
  answers: AnswerMap,
  { organization, today, language }: SampleOptions,
): FormData {
  const now = new BusinessTime(new Date(`${today}T15:00:00Z`));
  const quote = sampleQuote(definition, compiled, answers, {
    organization,
    now,
    effectiveDate: addDays(today, 14),
  });
  const name = nameIn(answers, definition.clientName);
  const { currency } = policySettingsOf(definition);
  const languages = languagesOf(definition);
  const wording = languages.translated(languages.choose(language));
  const shown = quoteRecord(quote, now.dayOf, currency, wording);
  const policy = samplePolicy(definition, shown, name, organization, now);
  return {
    answers,
    records: {
      today,
      generatedAt: now.toISOString(),
      organization: { id: sampleIds.event, name: organization },
      product: {
        id: definition.product.id,
        name: (wording?.definition ?? definition).product.title,
        version: definition.version,
      },
      client: clientRecord({
        id: sampleIds.client,
        name,
        type: definition.product.clientType,
        status: 'CLIENT',
        locationCode: null,
      }),
      quote: shown,
      policy: policyRecord({ ...policy, quoteDetails: quote.quoteDetails }, now.dayOf, currency, wording),
      event: {},
      input: {},
    },
  };
}

/** The data for a form's preview: a form that applies to endorsed policies only gets a sample endorsement. */
export function sampleFor({ applies }: CompiledDocument, data: FormData): FormData {
  return applies(data) ? data : { ...data, records: { ...data.records, change: sampleChange(data.records) } };
}

/** A limit that is doubled three months into the term. */
function sampleChange({ quote, today }: JsonObject): JsonObject {
  const premium = Number(valueAt(quote, ['premium']) ?? 0);
  const charged = (premium * 0.15).toFixed(2);
  return {
    number: 1,
    kind: 'ENDORSE',
    label: 'Limits changed',
    effectiveDate: addMonths(String(valueAt(quote, ['effectiveDate'])), 3),
    recordedOn: today ?? null,
    premium: charged,
    taxes: '0.00',
    total: charged,
    premiumBefore: premium.toFixed(2),
    premiumAfter: (premium * 1.2).toFixed(2),
    differences: [{ what: 'Each occurrence', before: '$1,000,000', after: '$2,000,000' }],
  };
}

function sampleQuote(
  definition: ProductDefinition,
  compiled: CompiledProduct,
  answers: AnswerMap,
  { organization, now, effectiveDate }: { organization: string; now: Date; effectiveDate: string },
) {
  for (const { action } of placedActions(definition)) {
    const rating = ratingOf(compiled, action);
    if (rating === undefined || !compiled.actionApplies(action.id, answers)) continue;
    const rated = rating.rate({ answers, effectiveDate });
    const { quote, components } = newQuotes(
      {
        triggerRequestId: sampleIds.event,
        organizationId: sampleIds.event,
        envelope: { batchMode: false, payload: { effectiveDate, intake: answers } },
        clientId: sampleIds.client,
        action: { actionId: action.id, type: action.type },
        product: {
          id: definition.product.id,
          versionId: sampleIds.event,
          source: 'BUILDER',
          title: definition.product.title,
        },
        quoting: { organizationId: sampleIds.event, name: organization },
        term: rating.terms[0] ?? 'ANNUAL',
        asConfiguredAt: now,
        now,
      } as Parameters<typeof newQuotes>[0],
      rated,
    );
    if (quote.outcome === 'QUOTED')
      return { ...quote, components: components.map((component) => component.quote) };
  }
  throw new CommandFailure(
    'The product does not quote this intake, so there is no data to preview forms with.',
  );
}

/** With four installments, of which one is paid. */
function samplePolicy(
  definition: ProductDefinition,
  quote: JsonObject,
  insuredName: string | null,
  organization: string,
  now: Date,
): Omit<PolicyToShow, 'quoteDetails'> {
  const effectiveDate = String(quote.effectiveDate);
  const term = termSchema.parse(quote.term);
  const monthsApart = Math.max(1, Math.floor(monthsOfTerm(term) / 4));
  const total = Number(quote.total);
  const instalment = Math.floor((total / 4) * 100) / 100;
  const first = (total - 3 * instalment).toFixed(2);
  return {
    id: sampleIds.policy,
    policyNumber: 'SAMPLE-000123',
    productName: definition.product.title,
    issuer: organization,
    seller: 'Harbor Street Agency',
    status: 'PAID',
    policyState: 'ACTIVE',
    effectiveDate,
    expirationDate: endOfTerm(effectiveDate, term),
    lastDayWithCoverage: addDays(endOfTerm(effectiveDate, term), -1),
    lapses: [],
    premium: String(quote.premium),
    premiumTerm: term,
    paymentPlan: monthsApart === 1 ? 'MONTHLY' : 'QUARTERLY',
    policyMeta: { insuredName: insuredName ?? '' },
    termNumber: 1,
    cancelledOn: null,
    cancellationNoticeOn: addMonths(effectiveDate, 4),
    createdAt: now,
    statements: [0, 1, 2, 3].map((index) => ({
      number: index + 1,
      kind: 'INSTALMENT',
      dueDate: addMonths(effectiveDate, index * monthsApart),
      amount: index === 0 ? first : instalment.toFixed(2),
      paidAmount: index === 0 ? first : '0',
      state: index === 0 ? 'PAID' : 'SCHEDULED',
    })),
    changes: [],
    cancellationNotice: {
      reason: 'Non-payment of premium',
      reasonCode: 'NP',
      amountDue: '1150.00',
      payBy: addDays(addMonths(effectiveDate, 4), -1),
      mailedTo: insuredName ?? '',
      mailedAddress: '1 Main Street, Springfield, IL 62701',
      mailedOn: addDays(addMonths(effectiveDate, 4), -15),
      mailedBy: 'First-class mail',
    },
  };
}

function nameIn(answers: AnswerMap, qids: readonly string[]): string | null {
  for (const qid of qids) {
    const entry = answers[qid];
    if (entry?.type === 'ANSWER' && entry.answer !== '') return entry.answer;
  }
  return null;
}
