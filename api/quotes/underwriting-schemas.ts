import { z } from 'zod';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { quote } from '../../domain/quote/quote.js';
import { endpoint } from '../http/endpoint.js';

const tags = ['Quotes'] as const;
const ofQuote = z.object({ quoteId: uuid });
const ofRequest = z.object({ quoteId: uuid, informationRequestId: uuid });
const text = z.string().trim().min(1).max(2_000);

/** A quote may be asked about so many times. */
export const mostRequests = 20;

const question = z
  .strictObject({
    id: z.string().trim().min(1).max(100).optional().meta({
      description: 'By which the answer names it; by default `q1`, `q2` and so on.',
    }),
    text,
    questionId: z.string().min(1).max(200).optional().meta({
      description: 'A question of the product, outside loops: the answer is checked against it.',
    }),
  })
  .meta({ id: 'QuestionToSeller' });

const informationToRequest = z
  .strictObject({
    questions: z.array(question).min(1).max(20),
    dueOn: calendarDate.optional().meta({ description: 'Until when an answer is expected.' }),
  })
  .meta({ id: 'InformationToRequest' });

export type AskedInformation = z.infer<typeof informationToRequest>;

const informationAnswers = z
  .strictObject({
    answers: z
      .array(
        z
          .strictObject({
            id: z.string().min(1).max(100).meta({ description: 'Of the question.' }),
            text: text.optional(),
            answer: z.string().max(10_000).optional().meta({
              description: 'To a question with a `questionId`.',
            }),
          })
          .meta({ id: 'AnswerToUnderwriter' }),
      )
      .min(1)
      .max(20),
  })
  .meta({ id: 'InformationAnswers' });

const answeredBySeller = "Only the organization of the quote's client answers.";

export const requestInformation = endpoint({
  method: 'post',
  path: '/quote/:quoteId/information-request',
  operationId: 'requestQuoteInformation',
  summary: 'Ask the seller about a quote under review',
  description:
    'An extension. Only the quoting organization asks. The quote stays under review, and `underwriting.waitsFor` is ' +
    '`INFORMATION` until the seller answers or the request is withdrawn. Fires `UNDERWRITING_INFORMATION_REQUESTED`.',
  tags,
  params: ofQuote,
  body: informationToRequest,
  bodyExample: {
    questions: [
      { id: 'losses', text: 'What caused the loss of 2024?' },
      { id: 'sprinklers', text: 'Are there sprinklers in every unit?' },
    ],
    dueOn: '2030-12-01',
  },
  responses: {
    200: { description: 'The quote, with the request in `underwriting`.', schema: quote },
    409: { description: 'The quote is not under review, or waits for information already.' },
  },
  permission: 'quotes:decide',
});

export const withdrawInformationRequest = endpoint({
  method: 'post',
  path: '/quote/:quoteId/information-request/:informationRequestId/withdraw',
  operationId: 'withdrawQuoteInformationRequest',
  summary: 'Withdraw a request for information',
  description: 'An extension. Only the quoting organization withdraws it. Again it changes nothing.',
  tags,
  params: ofRequest,
  responses: {
    200: { description: 'The quote.', schema: quote },
    409: { description: 'The request was answered.' },
  },
  permission: 'quotes:decide',
});

export const answerInformationRequest = endpoint({
  method: 'post',
  path: '/quote/:quoteId/information-request/:informationRequestId/answer',
  operationId: 'answerQuoteInformationRequest',
  summary: "Answer an underwriter's request for information",
  description:
    `An extension. ${answeredBySeller} Every question is answered, once. The quote goes back to its underwriter. Where the ` +
    "answer to a question of the product differs from the quote's, a new quote with it takes the quote's place: the price of a " +
    "quote never changes. The client's own answers stay. Fires `UNDERWRITING_INFORMATION_PROVIDED`.",
  tags,
  params: ofRequest,
  body: informationAnswers,
  bodyExample: {
    answers: [
      { id: 'losses', text: 'A burst pipe, since replaced.' },
      { id: 'sprinklers', text: 'In all but unit 4.' },
    ],
  },
  responses: {
    200: {
      description: 'The quote, or the one that took its place (`underwriting.replaces`).',
      schema: quote,
    },
    409: { description: 'The request was answered or withdrawn, or the quote was decided meanwhile.' },
  },
  permission: 'quoting:fire',
});

const answerOffer = (what: 'accept' | 'decline') =>
  endpoint({
    method: 'post',
    path: `/quote/:quoteId/offer/${what}`,
    operationId: what === 'accept' ? 'acceptQuoteOffer' : 'declineQuoteOffer',
    summary: `${what === 'accept' ? 'Accept' : 'Decline'} a quote that an underwriter offers with changes`,
    description:
      `An extension. ${answeredBySeller} The path may name the offered quote, or the one that it took the place of. The same ` +
      `answer again changes nothing. Fires \`UNDERWRITING_OFFER_${what === 'accept' ? 'ACCEPTED' : 'DECLINED'}\`.`,
    tags,
    params: ofQuote,
    responses: {
      200: { description: 'The offered quote.', schema: quote },
      409: {
        description:
          'The quote is no offer, was answered otherwise, has expired, or is under review for other reasons.',
      },
    },
    permission: 'binding:fire',
  });

export const acceptOffer = answerOffer('accept');
export const declineOffer = answerOffer('decline');

export const confirmCondition = endpoint({
  method: 'post',
  path: '/quote/:quoteId/condition/:conditionId/confirm',
  operationId: 'confirmQuoteCondition',
  summary: 'Confirm that a condition of an offered quote is met',
  description:
    'An extension. Only the quoting organization confirms. A condition without `dueDays` stops binding until then; one with ' +
    'them is confirmed after binding, or before. Again it changes nothing.',
  tags,
  params: z.object({ quoteId: uuid, conditionId: uuid }),
  responses: {
    200: { description: 'The offered quote.', schema: quote },
    409: { description: 'The seller has declined the offer.' },
  },
  permission: 'quotes:decide',
});
