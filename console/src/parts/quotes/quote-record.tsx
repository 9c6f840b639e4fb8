import type { Quote } from '../../api/client.js';
import { may } from '../../session/me.js';
import { day, money, time } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
import { answerOf } from '../answer-list.js';
import type { Figure, RecordHeaderProps } from '../record-header.js';
import { totalOf } from './coverages.js';
import { termOfQuote } from './term-text.js';

/** Whom a quote is for, as it was answered. */
export const nameOfQuote = ({ quoteIntake }: Quote): string =>
  answerOf(quoteIntake, 'client.name') ?? t('clients.noName');

/** What the header of a quote shows, on its page and as a referral. */
export function headerOfQuote(quote: Quote): Pick<RecordHeaderProps, 'name' | 'to' | 'kicker'> & {
  figures: (Figure | false)[];
} {
  const { clientId, type, effectiveDate, quoteDetails, lineName, quotingOrganization } = quote;
  const taxes = quoteDetails?.premium.taxesAndFees?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
  return {
    name: nameOfQuote(quote),
    to: clientId !== undefined && may('clients:read') ? `/clients/${clientId}` : undefined,
    kicker: [lineName, word('quoteType', type), quotingOrganization],
    figures: [
      quoteDetails !== undefined && {
        name: t('quotes.total'),
        value: money(totalOf(quoteDetails)),
        note: t('policies.priceOf', { premium: money(quoteDetails.premium.amount), taxes: money(taxes) }),
      },
      { name: t('quotes.effective'), value: day(effectiveDate), note: termOfQuote(quote) },
      quoteDetails?.expirationDate !== undefined && {
        name: t('quotes.validUntil'),
        value: time(quoteDetails.expirationDate),
      },
    ],
  };
}
