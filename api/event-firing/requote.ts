import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Database } from '../../db/database.js';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import type { Quote } from '../../db/models/quote.js';
import { readQuote } from '../../db/quotes/read-quotes.js';
import { type EventEnvelope, eventEnvelope } from '../../domain/events/envelope.js';
import { coverageDate, uuid } from '../../domain/ground/primitives.js';
import { lookupsOfQuote } from '../../domain/lookups/looked-up.js';
import { typedAnswers } from '../../domain/lookups/typed-answers.js';
import { Conflict, Forbidden, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { endpoint } from '../http/endpoint.js';
import { triggerResult } from './schemas.js';

export const requoteQuote = endpoint({
  method: 'post',
  path: '/quote/:quoteId/requote',
  inLanguages: true,
  operationId: 'requoteQuote',
  summary: 'Quote again for a client',
  description:
    'Fires a `GET_QUOTES` with the answers of a quote that the organization asked for, for a client, who is new unless `clientId` names one, ' +
    'and waits for the ratings of the same insurer. So a quote of a batch, which has no client, becomes one that can be bound. It is rated as of ' +
    'now, and has an id of its own. An extension.',
  tags: ['Quotes'],
  params: z.object({ quoteId: uuid }),
  body: z
    .object({
      clientId: uuid.optional().meta({
        description:
          "Takes over the answers of the quote. By default the quote's client, unless its answers changed since; a new one if it has none.",
      }),
      effectiveDate: coverageDate.optional().meta({ description: 'By default that of the quote.' }),
    })
    .meta({ id: 'Requote' }),
  bodyOptional: true,
  bodyExample: {},
  responses: {
    200: { description: 'The trigger result, with the quotes.', schema: triggerResult },
    404: { description: 'No such quote or client, or of another organization.' },
    409: {
      description:
        "The answers of the quote were erased, its client's answers changed since, or its client does not allow the event.",
    },
    503: { description: 'The event is kept but not finished; ask again with the same `Idempotency-Key`.' },
  },
  permission: 'quoting:fire',
  share: 'events',
});
export type RequoteRequest = z.output<NonNullable<typeof requoteQuote.body>>;

/** The event that quotes again. 404 for a quote that is not seen; 403 for one that another organization asked for. */
export async function requoteEvent(
  db: Database,
  { organizationId }: Caller,
  quoteId: string,
  asked: RequoteRequest,
): Promise<EventEnvelope> {
  const found = await readQuote(db, organizationId, quoteId);
  if (found === undefined) throw new NotFound('quote', quoteId);
  // What was looked up is looked up again.
  const quote = Object.assign(found, { intake: typedAnswers(found.intake, lookupsOfQuote(found)) });
  if (quote.clientOrganizationId !== organizationId)
    throw new Forbidden('quotes again only what the organization itself has asked for');
  const refused = (await whyNotRequoted(db, quote)) ?? (await whyNotItsClient(db, quote, asked));
  if (refused !== undefined) throw new Conflict(refused);
  const { productId, intake, term, effectiveDate, quotingOrganizationId } = quote;
  const clientId = asked.clientId ?? quote.clientId ?? undefined;
  const { data, error } = eventEnvelope.safeParse({
    type: 'GET_QUOTES',
    lineId: productId,
    forceSync: true,
    filterByOrganizations: [quotingOrganizationId],
    payload: { intake, term, effectiveDate: asked.effectiveDate ?? effectiveDate, clientId },
  });
  if (error) throw new Conflict(`the quote cannot be quoted again: ${error.issues[0]?.message}`);
  return data;
}

async function whyNotRequoted(
  db: Database,
  { metadata, packageRequestId, triggerRequestId }: Quote,
): Promise<string | undefined> {
  if (metadata?.erased === true) return 'the answers of the quote were erased';
  if (packageRequestId !== null) return 'the quote is a component: quote its package again';
  const event = await Event.query(db).findById(triggerRequestId).select('type');
  if (event === undefined || event.type === 'GET_QUOTES') return undefined;
  return 'the quote is of a change of a policy: quote the change again';
}

/** Quoting keeps the answers with the client: those of an old quote do not replace newer ones unasked. */
async function whyNotItsClient(
  db: Database,
  { clientId, intake }: Quote,
  asked: RequoteRequest,
): Promise<string | undefined> {
  if (clientId === null || asked.clientId !== undefined) return undefined;
  const client = await Client.query(db).findById(clientId).select('answers');
  const changed = Object.keys(intake).find(
    (qid) => client?.answers[qid] !== undefined && !isDeepStrictEqual(client.answers[qid], intake[qid]),
  );
  if (changed === undefined) return undefined;
  return `the client's answer to ${changed} has changed since the quote: quote with today's answers, or name the client in \`clientId\` to take over those of the quote`;
}
