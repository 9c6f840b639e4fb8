import { eventEnvelope, type GetQuotesEnvelope } from '../../domain/events/envelope.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { shopIds } from './shop-product.js';

/** An answer map from plain pairs. */
export function intakeOf(pairs: { [qid: string]: string }): AnswerMap {
  return Object.fromEntries(
    Object.entries(pairs).map(([qid, answer]) => [qid, { type: 'ANSWER' as const, qid, answer }]),
  );
}

type Changes = Partial<Omit<GetQuotesEnvelope, 'payload'>> & {
  payload?: Partial<GetQuotesEnvelope['payload']>;
};

/** A `GET_QUOTES` for a shop of 200,000 revenue and no claims, with changes. */
export function aFire({ payload, ...changes }: Changes = {}): GetQuotesEnvelope {
  const envelope = eventEnvelope.parse({
    type: 'GET_QUOTES',
    lineId: shopIds.line,
    ...changes,
    payload: {
      effectiveDate: '2026-12-01',
      intake: intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '200000', 'shop.claims': 'false' }),
      ...payload,
    },
  });
  if (envelope.type !== 'GET_QUOTES') throw new Error(`not a quoting event: ${envelope.type}`);
  return envelope;
}
