import { z } from 'zod';
import { coverageDate, instant, uuid } from '../../ground/primitives.js';
import { term } from '../../ground/term.js';
import { answerMap } from '../../intake/answers.js';
import { intakeFormat } from '../../intake/intake-formats.js';
import { mailAddress } from '../../mail/mail-address.js';
import { quote } from '../../quote/quote.js';
import { openRequestOf } from '../../quote/underwriting.js';
import { clientId, name, policyId, policyNumber, quoteId, quoteIds, referrer } from '../fields/common.js';
import { documentSnapshots } from '../fields/documents.js';
import { evaluatedForm, queuedMail, savedClient, selectedQuotes } from '../fields/quote-results.js';
import { clientToUpdate, saveClient } from './client.js';
import { command, notification } from './declaration.js';
import { exampleIntake } from './example-intake.js';
import { answering, everyRecord, exampleConfigIds, exampleIds as ids } from './example-records.js';
import type { Fact } from './fact.js';

const recordResponse = {
  type: 'RECORD_POLICYHOLDER_RESPONSE',
  name: "Record the policyholder's response",
} as const;

const underwritingDecided = z
  .object({
    clientId: clientId.optional(),
    quoteId: quoteId.optional(),
    policyId: policyId.optional(),
    policyNumber: policyNumber.optional(),
  })
  .meta({ id: 'UnderwritingDecidedPayload' });

const presentedQuote = z
  .looseObject({
    requestId: quoteId.meta({ description: 'The same as `quoteId`.' }),
    documents: documentSnapshots,
  })
  .meta({ id: 'PresentedQuote' });

/** The policyholder's answer; the event's type and `isApproved` have to agree. */
const policyholderResponse = (isApproved: boolean) =>
  z
    .object({
      clientId,
      quoteId,
      acceptanceResponse: z
        .object({
          isApproved: z
            .boolean()
            .refine((approved) => approved === isApproved, { message: `must be ${isApproved} in this event` })
            .meta({ description: `\`${isApproved}\`.` }),
          responseSource: name.meta({ description: 'Who answered, or where, for example `POLICYHOLDER`.' }),
          decisionTimestamp: instant,
        })
        .meta({ id: isApproved ? 'PolicyholderAcceptance' : 'PolicyholderRefusal' }),
      quote: presentedQuote
        .optional()
        .meta({ description: 'The quote as it was presented; further fields are kept.' }),
    })
    .meta({ id: isApproved ? 'PolicyholderQuoteAcceptedPayload' : 'PolicyholderQuoteDeclinedPayload' });

/** The answers that a form is evaluated with; each source needs its record in the payload. */
const intakeSource = z.enum(['CLIENT', 'QUOTE', 'POLICY', 'PAYLOAD']).meta({ id: 'IntakeSource' });
const neededBy = { QUOTE: 'quoteId', POLICY: 'policyId', PAYLOAD: 'intake' } as const;

const underwritingAsked = z
  .object({ clientId: clientId.optional(), quoteId })
  .meta({ id: 'UnderwritingAskedPayload' });

/** News of what underwriter and seller ask and offer each other of a quote. */
const asked = ({
  description,
  ...fact
}: { description: string } & Pick<Extract<Fact, { about: 'QUOTE' }>, 'lack' | 'holds'>) =>
  notification({
    firedWith: ['underwriting:fire'],
    fact: { about: 'QUOTE', ...fact },
    description,
    payload: underwritingAsked,
    examples: [{ clientId: ids.client, quoteId: ids.quote }],
  });

export const quoteEvents = {
  GET_QUOTES: command({
    firedWith: ['quoting:fire'],
    authority: 'quote',
    description:
      'Saves the client from the intake, then rates. [Quoting](firing-events.md#get_quotes) has an example that works on the demo data.',
    payload: z
      .object({
        effectiveDate: coverageDate.meta({ description: "The policy's first day." }),
        intake: answerMap.meta({ description: 'Answers by question id; `{}` is declined.' }),
        clientId: clientToUpdate,
        term: term.optional().meta({ description: "The rating plan's first term where left out." }),
        referrer: referrer.optional(),
        clockId: uuid.optional().meta({
          description:
            'An extension: the test clock of the client that the event creates, which stays for good. In `DEV` and `UAT`.',
        }),
        asConfiguredAtTimestamp: instant.optional().meta({
          description: "Quotes by the configuration deployed at this time; precedes the envelope's own.",
        }),
      })
      .meta({ id: 'GetQuotesPayload' }),
    defaultActions: [saveClient],
    result: {
      client: savedClient.optional(),
      quotes: z.array(quote).meta({ description: 'with `forceSync`' }).optional(),
    },
    examples: [
      { effectiveDate: '2027-01-01', intake: exampleIntake },
      {
        effectiveDate: '2027-01-01',
        intake: exampleIntake,
        clientId: ids.client,
        term: 'ANNUAL',
        referrer: 'https://agency.example/quote',
      },
      { effectiveDate: '2027-01-01', intake: exampleIntake, clockId: ids.clock },
    ],
    honorsForceSync: true,
    needsStorefront: true,
  }),
  SELECT_QUOTE: command({
    firedWith: ['binding:fire'],
    authority: 'quote',
    description:
      'Checks that each quote can be bound: not expired, not issued, approved and accepted where it has to be. Marks it as selected. 409 naming the quote otherwise.',
    payload: z.object({ clientId, quoteIds }).meta({ id: 'SelectQuotePayload' }),
    defaultActions: [{ type: 'SELECT_QUOTE', name: 'Select the quotes' }],
    result: { SELECT_QUOTE: selectedQuotes },
    examples: [{ clientId: ids.client, quoteIds: [ids.quote] }],
    needsStorefront: true,
  }),
  QUOTE_SEND: command({
    firedWith: ['quoting:fire'],
    authority: 'quote',
    description:
      "Sends the [proposal](../guides/what-clients-are-sent.md) of a quote to its client by mail, with the product's `QUOTE_PROPOSAL` form. 409 where the product's `mail.sends` has no `PROPOSAL`, or the quote was declined.",
    payload: z
      .object({
        clientId,
        quoteId,
        to: mailAddress.optional().meta({ description: "Instead of the client's address." }),
      })
      .meta({ id: 'QuoteSendPayload' }),
    defaultActions: [{ type: 'SEND_PROPOSAL', name: 'Send the proposal' }],
    result: { QUOTE_SEND: queuedMail },
    examples: [{ clientId: ids.client, quoteId: ids.quote, to: 'ada.baker@example.com' }],
  }),
  UNDERWRITING_REFERRED: notification({
    firedWith: ['underwriting:fire'],
    fact: {
      about: 'QUOTE',
      lack: 'the quote does not wait for an underwriter',
      holds: ({ requiresUnderwriterApproval, isApproved }) =>
        requiresUnderwriterApproval && isApproved === undefined,
    },
    description:
      "Fired by the service when a quote needs an underwriter's approval; without `clientId` where the quote was made in `batchMode`.",
    payload: z
      .object({
        clientId,
        quoteId,
        policyId: policyId.optional().meta({ description: 'Where the quote changes or renews a policy.' }),
      })
      .meta({ id: 'UnderwritingReferredPayload' }),
    examples: [{ clientId: ids.client, quoteId: ids.quote, policyId: ids.policy }],
  }),
  UNDERWRITING_APPROVED: notification({
    firedWith: ['underwriting:fire'],
    fact: {
      about: 'QUOTE',
      lack: 'no underwriter has approved the quote',
      holds: ({ isApproved }) => isApproved === true,
    },
    description:
      'Fired by the service when [an underwriter has approved](quotes.md); firing it approves nothing.',
    payload: underwritingDecided,
    examples: [everyRecord],
  }),
  UNDERWRITING_DECLINED: notification({
    firedWith: ['underwriting:fire'],
    fact: {
      about: 'QUOTE',
      lack: 'no underwriter has declined the quote',
      holds: ({ isApproved }) => isApproved === false,
    },
    description: 'Fired by the service when an underwriter has declined; firing it declines nothing.',
    payload: underwritingDecided,
    examples: [everyRecord],
  }),
  UNDERWRITING_INFORMATION_REQUESTED: asked({
    lack: 'no question about the quote is open',
    holds: ({ underwriting }) => openRequestOf(underwriting) !== undefined,
    description: 'Fired by the service when an underwriter asks the seller for information about a quote.',
  }),
  UNDERWRITING_INFORMATION_PROVIDED: asked({
    lack: 'no question about the quote was answered',
    holds: ({ underwriting }) =>
      underwriting?.informationRequests?.some(({ state }) => state === 'ANSWERED') === true,
    description:
      'Fired by the service when the seller has answered; the quote is the one in its place where the answers made a new one.',
  }),
  UNDERWRITING_OFFERED: asked({
    lack: 'the quote is no open offer of an underwriter',
    holds: ({ underwriting }) => underwriting?.offer?.state === 'OPEN',
    description:
      'Fired by the service when an underwriter approves a quote with changes: for the quote that is offered in its place.',
  }),
  UNDERWRITING_OFFER_ACCEPTED: asked({
    lack: 'the seller has not accepted the quote as an offer',
    holds: ({ underwriting }) => underwriting?.offer?.state === 'ACCEPTED',
    description: 'Fired by the service when the seller accepts the quote that an underwriter offered.',
  }),
  UNDERWRITING_OFFER_DECLINED: asked({
    lack: 'the seller has not declined the quote as an offer',
    holds: ({ underwriting }) => underwriting?.offer?.state === 'DECLINED',
    description: 'Fired by the service when the seller declines the quote that an underwriter offered.',
  }),
  POLICYHOLDER_QUOTE_ACCEPTED: notification({
    firedWith: ['binding:fire'],
    authority: 'quote',
    fact: { about: 'DOCUMENTS' },
    description:
      "Records `acceptanceResponse` as the quote's `policyholderResponse`. The quote is then `bindable`, unless an underwriter has to approve it first. The first response counts: the same again changes nothing, the opposite is 409. So is a response to a quote that was declined in rating or is bound already.",
    payload: policyholderResponse(true),
    defaultActions: [recordResponse],
    examples: [
      {
        clientId: ids.client,
        quoteId: ids.quote,
        acceptanceResponse: {
          isApproved: true,
          responseSource: 'POLICYHOLDER',
          decisionTimestamp: '2026-12-01T10:15:00Z',
        },
        quote: { requestId: ids.quote, documents: [{ name: 'proposal', extension: 'pdf' }] },
      },
    ],
  }),
  POLICYHOLDER_QUOTE_DECLINED: notification({
    firedWith: ['binding:fire'],
    authority: 'quote',
    fact: { about: 'DOCUMENTS' },
    description:
      "Records `acceptanceResponse` as the quote's `policyholderResponse`. The quote can no longer be bound.",
    payload: policyholderResponse(false),
    defaultActions: [recordResponse],
    examples: [
      {
        clientId: ids.client,
        quoteId: ids.quote,
        acceptanceResponse: {
          isApproved: false,
          responseSource: 'AGENT',
          decisionTimestamp: '2026-12-01T10:15:00+01:00',
        },
        quote: { requestId: ids.quote, documents: [] },
      },
    ],
  }),
  CONFIGURATION_FORM_EVALUATION: command({
    firedWith: ['documents:fire'],
    authority: 'quote',
    description:
      'Evaluates a form of the product. Fires `POLICY_DOC_GENERATED` for documents of a policy. Answers nothing where the form does not apply.',
    payload: z
      .object({
        formConfigId: uuid.meta({ description: "The form's configuration; 404 where the product has none." }),
        clientId,
        quoteId: quoteId.optional().meta({ description: 'Required with `intakeSource` `QUOTE`.' }),
        policyId: policyId.optional().meta({
          description: 'Required with `intakeSource` `POLICY`; a `quoteId` has to be a quote of it.',
        }),
        intakeSource: intakeSource.meta({
          description: "Whose answers: the client's, the quote's, the policy's, or those of `intake`.",
        }),
        intakeFormat: intakeFormat.meta({ description: 'The format in which the form gets them.' }),
        intake: answerMap.optional().meta({ description: 'Required with `intakeSource` `PAYLOAD`.' }),
      })
      .superRefine((payload, context) => {
        if (payload.intakeSource === 'CLIENT') return;
        const needed = neededBy[payload.intakeSource];
        if (payload[needed] !== undefined) return;
        const message = `is required where intakeSource is ${payload.intakeSource}`;
        context.addIssue({ code: 'custom', path: [needed], message });
      })
      .meta({ id: 'ConfigurationFormEvaluationPayload' }),
    defaultActions: [{ type: 'EVALUATE_FORM', name: 'Evaluate the form' }],
    result: evaluatedForm,
    examples: [
      {
        formConfigId: exampleConfigIds.form,
        clientId: ids.client,
        quoteId: ids.quote,
        intakeSource: 'PAYLOAD',
        intakeFormat: 'DAIS',
        intake: answering('client.state', 'TX'),
      },
      {
        formConfigId: exampleConfigIds.form,
        clientId: ids.client,
        policyId: ids.policy,
        intakeSource: 'POLICY',
        intakeFormat: 'KEY_VALUE',
      },
    ],
  }),
};
