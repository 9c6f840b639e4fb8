import { outside } from '../../../../domain/assistants/outside.js';
import { Decimal } from '../../../../domain/expression/index.js';
import type { JsonObject } from '../../../../domain/ground/json.js';
import type { AnswerMap } from '../../../../domain/intake/answers.js';
import { amountIn } from '../../../../domain/money/amount-text.js';
import type { QuoteObject } from '../../../../domain/quote/quote.js';
import type { HoldEffect } from '../../../holds/hold-effect.js';
import type { Operations } from '../../operations.js';
import type { Preview } from '../../tool.js';

/** A policy as far as its previews need it. */
export interface SubjectPolicy {
  policy: {
    id: string;
    policyNumber: string;
    productId: string;
    clientId: string;
    expirationDate: string;
    version?: number;
    policyMeta: { insuredName?: string };
  };
  financeState: { currency: string } | null;
  intakeAnswers: AnswerMap | null;
}

/** The policy that a preview is about, perhaps with its answers of today. */
export const subjectPolicy = (operations: Operations, policyId: string, includeAnswers = false) =>
  operations.call<SubjectPolicy>('getPolicySections', {
    params: { policyId },
    body: { includePolicy: true, includeFinanceState: true, includeCommentsStats: false, includeAnswers },
  });

/** The quote that a preview is about. */
export const subjectQuote = (operations: Operations, quoteId: string) =>
  operations.call<QuoteObject>('getQuote', { params: { quoteRequestId: quoteId } });

/** Such as `policy 2AU-1 of «Ada Lovelace»`. */
export const named = ({ policy }: SubjectPolicy): string =>
  `policy ${outside(policy.policyNumber)} of ${outside(policy.policyMeta.insuredName ?? 'nobody')}`;

export const currencyOf = ({ financeState }: SubjectPolicy): string => financeState?.currency ?? 'USD';

/** What amounts move together, without a sign; undefined: nothing. */
export function moved(currency: string, ...amounts: (number | string)[]): Pick<Preview, 'money'> {
  const sum = amounts.reduce<Decimal>((total, amount) => total.plus(amount), Decimal.of(0));
  if (sum.equals(0)) return {};
  return { money: { amount: amountIn(currency, sum.abs()), currency } };
}

/** An event as what an act carries out. */
export const firing = (type: string, lineId: string, payload: JsonObject): Preview['operation'] => ({
  operationId: 'fireEvent',
  body: { type, lineId, payload },
});

/** Holds that would stop it today. */
export const holdLines = (holds: readonly Pick<HoldEffect, 'message'>[]): string[] =>
  holds.map(({ message }) => `- A hold stops it today: ${outside(message, 300)}`);
