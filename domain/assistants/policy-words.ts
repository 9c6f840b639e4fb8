import type { PolicyStanding } from '../policy/standing.js';
import type { QuoteDetails } from '../quote/quote.js';
import { ofProduct, outside } from './outside.js';
import { coverageLines } from './price.js';
import { standingInWords } from './standing-words.js';
import type { Told } from './told.js';
import { codeWords, counted, day, money } from './words.js';

/** A policy as it is today, as far as it is told. */
export interface PolicyToTell {
  policy: {
    id: string;
    policyNumber: string;
    productName: string;
    clientId: string;
    quoteId: string;
    premium: number;
    premiumTerm: string;
    taxesAndFees?: number | undefined;
    effectiveDate: string;
    expirationDate: string;
    paymentPlan: string;
    standing?: PolicyStanding | undefined;
    sellerOrganizationName: string;
    policyMeta: { insuredName: string };
    policyContract: object;
    rewrittenTo?: string | undefined;
  };
  financeState: {
    currency: string;
    paymentStatus: string;
    balance: number;
    pastDueAmount: number;
    refundableAmount: number;
    nextDueDate: string | null;
    nextDueAmount: number | null;
  } | null;
}

/** A policy in a few sentences: how it stands, what it costs and owes, what it covers. */
export function policyInWords({ policy, financeState }: PolicyToTell): Told {
  const { id, policyNumber, productName, policyMeta, effectiveDate, expirationDate, premium, taxesAndFees } =
    policy;
  const { coverageTypes, documents = [] } = policy.policyContract as {
    coverageTypes?: QuoteDetails['coverageTypes'];
    documents?: unknown[];
  };
  const price = taxesAndFees === undefined ? '' : ` and ${money(taxesAndFees)} taxes and fees`;
  const standing = policy.standing === undefined ? '' : `: ${standingInWords(policy.standing)}`;
  return {
    text: [
      `**${policyNumber}**, ${ofProduct(productName)} of ${outside(policyMeta.insuredName)}${standing}.`,
      `Term ${day(effectiveDate)} to ${day(expirationDate)} (${codeWords(policy.premiumTerm)}), premium ${money(premium)}${price}. Sold by ${outside(policy.sellerOrganizationName)}.`,
      ...(financeState === null ? [] : [accountInWords(policy.paymentPlan, financeState)]),
      ...(policy.rewrittenTo === undefined ? [] : [`It was rewritten as policy ${policy.rewrittenTo}.`]),
      ...(coverageTypes === undefined
        ? []
        : ['', 'Coverages, with the premium of a full term:', ...coverageLines({ coverageTypes })]),
      '',
      `Ids: policy ${id}, client ${policy.clientId}, quote ${policy.quoteId}. ${counted(documents.length, 'document')}.`,
    ].join('\n'),
    links: [
      { uri: `ioi://policy/${id}`, name: `Policy ${policyNumber}` },
      { uri: `ioi://worksheet/${policy.quoteId}`, name: 'How it was rated' },
    ],
  };
}

function accountInWords(paymentPlan: string, account: NonNullable<PolicyToTell['financeState']>): string {
  const { currency, balance, pastDueAmount, refundableAmount, nextDueDate, nextDueAmount } = account;
  const amount = (value: number) => money(value, currency);
  const parts = [
    `Payment plan: ${codeWords(paymentPlan)}, ${codeWords(account.paymentStatus)}`,
    balance === 0 ? 'nothing is open' : `balance ${amount(balance)}`,
    ...(pastDueAmount > 0 ? [`**${amount(pastDueAmount)} is past due**`] : []),
    ...(refundableAmount > 0 ? [`${amount(refundableAmount)} is owed to the policyholder`] : []),
    ...(nextDueDate === null || nextDueAmount === null
      ? []
      : [`next ${amount(nextDueAmount)} due on ${day(nextDueDate)}`]),
  ];
  return `${parts.join(', ')}.`;
}
