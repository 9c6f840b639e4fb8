import { Decimal } from '../expression/index.js';
import type { QuoteDetails } from '../quote/quote.js';
import { ofProduct, outside } from './outside.js';
import { codeWords, money } from './words.js';

/** Premium with taxes and fees, exactly. */
export function totalOf({ premium: { amount, taxesAndFees = [] } }: Pick<QuoteDetails, 'premium'>): Decimal {
  return taxesAndFees.reduce((sum, one) => sum.plus(Decimal.of(one.amount)), Decimal.of(amount));
}

/** `$11,120.00: premium $11,080.00 and policy fee $40.00`. */
export function priceInWords(details: Pick<QuoteDetails, 'premium'>): string {
  const { amount, taxesAndFees = [] } = details.premium;
  if (taxesAndFees.length === 0) return `${money(amount)}, without taxes or fees`;
  const others = taxesAndFees.map((one) => `${codeWords(one.type)} ${money(one.amount)}`);
  return `${money(totalOf(details).toFixed())}: premium ${money(amount)}, ${others.join(', ')}`;
}

/** A line for each coverage, with its limits and its premium. */
export function coverageLines({ coverageTypes }: Pick<QuoteDetails, 'coverageTypes'>): string[] {
  return coverageTypes.flatMap(({ coverages }) =>
    coverages.map(({ title, premium, details }) => {
      const limits = limitsOf(details);
      return `- ${ofProduct(title)}: ${money(premium.amount)}${limits === '' ? '' : ` (${limits})`}`;
    }),
  );
}

export type Details = QuoteDetails['coverageTypes'][number]['coverages'][number]['details'];
type Detail = Details[string][number];

/** Whether a detail is of one item, such as a vehicle, which its scope names. */
export const isOfItem = ({ scope = '' }: { scope?: string | undefined }): boolean =>
  /^[0-9a-f-]{36}$/i.test(scope);

/** Such as `limit $1,000,000 per occurrence, deductible $1,000`, without premiums of items. */
export function limitsOf(details: Details, of: (detail: Detail) => boolean = () => true): string {
  return Object.values(details)
    .flat()
    .filter((detail) => detail.amountType !== 'PREMIUM' && of(detail))
    .map((detail) => {
      const { amount = '', amountType, scopeLabel, description } = detail;
      const isText = amountType === undefined || amountType === 'TEXT';
      const value = /^\d+(\.\d+)?$/.test(amount) && !isText ? wholeMoney(amount) : codeWords(amount);
      const kind = isText ? ofProduct(description ?? '', 60) : codeWords(amountType);
      return [kind, value, scopeLabel === undefined ? '' : scopeWords(detail, scopeLabel)]
        .filter((part) => part !== '')
        .join(' ');
    })
    .join(', ');
}

/** The name of an item is from its answers. */
const scopeWords = (detail: Detail, label: string): string =>
  isOfItem(detail) ? `for ${outside(label, 60)}` : ofProduct(label, 40).toLowerCase();

const wholeMoney = (amount: string): string => money(amount).replace(/\.00$/, '');

interface Message {
  severity: string;
  message: string;
  qid?: string | undefined;
}

/** Messages of rules and carriers, the gravest first; so many at most. */
export function messageLines(messages: readonly Message[], most = 10): string[] {
  const order = ['ERROR', 'WARNING', 'INFO'];
  const sorted = [...messages].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const more = sorted.length - most;
  return [
    ...sorted.slice(0, most).map(({ severity, message, qid }) => {
      const where = qid === undefined ? '' : ` (\`${ofProduct(qid, 80)}\`)`;
      return `- ${codeWords(severity)}: ${outside(message, 300)}${where}`;
    }),
    ...(more > 0 ? [`- and ${more} more messages`] : []),
  ];
}
