import { Context } from '@temporalio/activity';
import { queueMail } from '../../../db/mail/queue-mail.js';
import { Quote } from '../../../db/models/quote.js';
import { Decimal } from '../../../domain/expression/index.js';
import { amountIn } from '../../../domain/money/amount-text.js';
import { policySettingsOf } from '../../../domain/policy/policy-settings.js';
import { whyNotMade } from '../../documents/why-not-made.js';
import { WorkUnderWay } from '../../documents/work-under-way.js';
import {
  answers,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { type Letter, letterOfEvent } from '../../letters/letter-of-event.js';

/** As for the evaluation of a form: a slow document is made once. */
const underWay = new WorkUnderWay<Letter>();

/** Sends the proposal of a quote, as the product's `mail.sends.PROPOSAL` says. */
export const sendProposal: DefaultActionHandler<'SEND_PROPOSAL'> = async (work) => {
  const { event, actionId, dependencies } = work;
  const { clientId, quoteId } = envelopeOf(event, 'QUOTE_SEND').payload;
  const quote = await Quote.query(dependencies.db).findById(quoteId).select('outcome', 'premium');
  if (quote?.outcome !== 'QUOTED')
    throw refused('the quote was declined: there is no proposal', 'payload.quoteId');
  try {
    const { cancellationSignal } = Context.current();
    const key = `${event.triggerRequestId} ${actionId}`;
    const { mail, documents, fires } = await underWay.join(key, cancellationSignal, () =>
      proposal(work, quote.premium),
    );
    return async (trx) => {
      for (const document of documents) await document.record(trx);
      const { id: mailId, state, reason, toAddress: address } = await queueMail(trx, mail);
      const metadata = answers('QUOTE_SEND', { QUOTE_SEND: { mailId, state, reason, address } });
      return { clientId, metadata, fires };
    };
  } catch (error) {
    const why = whyNotMade(error);
    if (why === undefined) throw error;
    throw refused(why.detail, why.field === undefined ? 'payload' : `payload.${why.field}`);
  }
};

function proposal(
  { dependencies, event, version, actionId, now }: DefaultActionWork,
  premium: string | null,
): Promise<Letter> {
  const { clientId, quoteId, to } = envelopeOf(event, 'QUOTE_SEND').payload;
  const send = version.definition.mail?.sends.PROPOSAL;
  if (send === undefined)
    throw refused('the product sends no proposals: its mail.sends has no PROPOSAL', 'payload.quoteId');
  const forms = version.definition.forms ?? [];
  const form = forms.find((one) => one.kind === 'DOCUMENT' && one.purpose === 'QUOTE_PROPOSAL');
  const { currency } = policySettingsOf(version.definition);
  return letterOfEvent(dependencies, {
    event,
    version,
    actionId,
    purpose: 'PROPOSAL',
    template: send.template,
    to: to === undefined ? undefined : { address: to },
    attachments: [...(form === undefined ? [] : [form.formConfigId]), ...send.attachments],
    documentIds: [],
    ids: { clientId, quoteId },
    facts: premium === null ? {} : { amount: amountIn(currency, Decimal.of(premium)) },
    now,
  });
}
