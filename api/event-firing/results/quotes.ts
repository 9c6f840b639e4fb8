import { z } from 'zod';
import { paymentPlan } from '../../../domain/billing/payment-plan.js';
import { plansByQuote } from '../../../domain/events/fields/common.js';
import { calendarDate, instant, jsonObject, uuid } from '../../../domain/ground/primitives.js';
import { formReference } from '../../../domain/quote/form-reference.js';
import { quote } from '../../../domain/quote/quote.js';

const client = uuid.meta({ description: "the client's id" });
const savedClient = { client };

const selectedQuote = z
  .object({
    quoteId: uuid,
    lineId: uuid,
    lineName: z.string(),
    effectiveDate: calendarDate,
    premium: z.number(),
    expirationDate: instant.nullable(),
  })
  .meta({ id: 'SelectedQuote' });

const instalment = z
  .object({
    number: z.number().int(),
    dueDate: calendarDate,
    amount: z.number(),
    premium: z.number(),
    taxesAndFees: z.number(),
    instalmentFee: z.number(),
  })
  .meta({ id: 'Instalment' });

const paymentOption = z
  .object({
    paymentPlan,
    totalPremium: z.number().meta({ description: 'Of all instalments: premium, taxes and all fees.' }),
    premium: z.number(),
    taxesAndFees: z.number(),
    instalmentFees: z.number(),
    instalments: z.array(instalment),
  })
  .meta({ id: 'PaymentOption' });

/** An opened payment session. */
export const paymentSession = {
  paymentTriggerRequestId: uuid,
  paymentProcessor: z.string(),
  paymentIdentifier: z.string().nullable(),
  clientSecret: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'For the form of the payment provider; never in `GET /event/{triggerRequestId}`.' }),
  amountTotal: z.number().int().meta({ description: 'Due at once, in minor units.' }),
  currency: z.string(),
};

export const quoteResults = {
  INTAKE_COMPLETE: savedClient,
  CREATE_OR_UPDATE_CLIENT: savedClient,
  GET_QUOTES: {
    client: client.optional(),
    quotes: z.array(quote).meta({ description: 'with `forceSync`' }).optional(),
  },
  SELECT_QUOTE: {
    SELECT_QUOTE: z.object({ clientId: uuid, quotes: z.array(selectedQuote) }).meta({
      id: 'SelectedQuotes',
      description:
        '`clientId` and `quotes`, each with `quoteId`, `lineId`, `lineName`, `effectiveDate`, `premium` and `expirationDate`',
    }),
  },
  CONFIGURATION_FORM_EVALUATION: {
    forms: z
      .array(formReference)
      .meta({
        description:
          'for each document made its `contentId`, `fileName`, `formNumber`, `formVersion`, `type` and `url`',
      })
      .optional(),
    formValues: jsonObject.meta({ description: 'where the form computes values' }).optional(),
  },
  PAYMENT_SETUP: {
    paymentOptions: z
      .record(uuid, z.partialRecord(paymentPlan, paymentOption).meta({ id: 'PaymentOptions' }))
      .meta({
        id: 'PaymentOptionsByQuote',
        description: 'by quote and plan `paymentPlan`, `totalPremium` and `instalments`',
      }),
    PAYMENT_SETUP: z.object({ ...paymentSession, selectedPaymentPlans: plansByQuote }).meta({
      id: 'PaymentSession',
      description:
        '`paymentTriggerRequestId`, `paymentProcessor`, `paymentIdentifier`, `clientSecret`, `amountTotal` (due at once, in minor units), `currency` and `selectedPaymentPlans`',
    }),
  },
};
