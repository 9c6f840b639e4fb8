import type { SellerAuthority } from '../../api/client.js';
import { money } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';

/** What a seller may simply do or not do. */
export const grants = [
  'quote',
  'bindPaid',
  'bindUnpaid',
  'recordPayments',
  'endorse',
  'reinstate',
  'renew',
  'report',
] as const satisfies readonly (keyof SellerAuthority)[];

export const methods = ['PRO_RATA', 'SHORT_RATE', 'FLAT'] as const;

/** An authority in words, one for each thing that it grants. */
export function wordsOfAuthority(authority: SellerAuthority): string[] {
  const { cancel, limits, backDateDays } = authority;
  const { premium, coverage } = limits;
  return [
    ...grants.filter((each) => authority[each]).map((each) => word('authority', each)),
    ...methods.flatMap((method) => {
      const level = cancel[method];
      return level ? [`${word('cancellationLevel', level)} (${word('cancellationMethod', method)})`] : [];
    }),
    t('products.backDate', { n: backDateDays }),
    ...(premium === undefined ? [] : [t('products.premiumTo', { amount: money(premium) })]),
    ...(coverage === undefined ? [] : [t('products.coverageTo', { amount: money(coverage) })]),
  ];
}
