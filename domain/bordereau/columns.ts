import { z } from 'zod';
import { suggestion } from '../ground/nearest.js';
import { type BordereauRow, type CellValue, type RowFact, rowFactNames, rowFacts } from './row-facts.js';

const fact = z.enum(rowFactNames, {
  error: ({ input }) => `is no fact of a bordereau${suggestion(String(input), rowFactNames)}`,
});

const column = z
  .strictObject({
    name: z.string().trim().min(1).max(100).describe('The heading.'),
    fact: fact.optional().describe('What the row knows: the change, its policy, its amounts.'),
    answer: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('A question of the policy: its answer in the quote that the change was made with.'),
    text: z.string().max(200).optional().describe('The same in each row, such as a contract reference.'),
  })
  .refine(
    (one) => [one.fact, one.answer, one.text].filter((each) => each !== undefined).length === 1,
    'must have a `fact`, an `answer` or a `text`',
  )
  .meta({ id: 'BordereauColumn' });

/** The columns of a product's premium bordereaux. */
export const bordereauColumns = z
  .array(column)
  .min(1)
  .max(100)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must have each name only once');

export type BordereauColumn = z.output<typeof column>;

const of = (name: string, from: RowFact): BordereauColumn => ({ name, fact: from });

/** The columns of a product that declares none: names of the Lloyd's Coverholder Reporting Standards. */
export const defaultColumns: readonly BordereauColumn[] = [
  of('Coverholder Name', 'sellerName'),
  of('Reporting Period (End Date)', 'periodEnd'),
  of('Class of Business', 'productName'),
  of('Certificate Reference', 'certificate'),
  of('Insured Full Name or Company Name', 'insuredName'),
  of('Insured Address', 'insuredAddress'),
  of('Insured State, Province, Territory, Canton etc.', 'insuredState'),
  of('Insured Postcode / Zip Code or Similar', 'insuredPostcode'),
  of('Risk Inception Date', 'inceptionDate'),
  of('Risk Expiry Date', 'expiryDate'),
  of('Transaction Type', 'transactionType'),
  of('Effective Date of Transaction', 'effectiveDate'),
  of('Original Currency', 'currency'),
  of('Total Gross Written Premium', 'premium'),
  of('Total Taxes and Levies', 'taxesAndFees'),
  of('Commission %', 'commissionPercent'),
  of('Commission Amount', 'commission'),
  of('Net Premium to Underwriters', 'netPremium'),
];

/** The questions whose answers columns show. */
export const answersOf = (columns: readonly BordereauColumn[]): string[] =>
  columns.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));

/** What a column shows of a row. */
export function cellOf({ fact: known, answer, text }: BordereauColumn, row: BordereauRow): CellValue {
  if (known !== undefined) return rowFacts[known].of(row);
  return answer === undefined ? (text ?? null) : (row.answers[answer] ?? null);
}

/** Whether a column has amounts of money. */
export const isAmount = ({ fact: known }: BordereauColumn): boolean =>
  known === 'premium' || known === 'taxesAndFees' || known === 'commission' || known === 'netPremium';
