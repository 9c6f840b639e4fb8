import { z } from 'zod';
import { clientLanguage, clientStatus, clientType } from '../../client/client.js';
import { uuid } from '../../ground/primitives.js';
import { answerMap } from '../../intake/answers.js';
import { clientId, description, name, openMap, referrer } from '../fields/common.js';
import { savedClient } from '../fields/quote-results.js';
import { command, notification } from './declaration.js';
import { answering, exampleIds as ids } from './example-records.js';

/** Also the default action of `GET_QUOTES`. */
export const saveClient = {
  type: 'SAVE_CLIENT',
  name: 'Save the client',
  savesClient: true,
} as const;

export const clientToUpdate = uuid
  .optional()
  .meta({ description: 'An existing client, updated from the intake; left out, a client is created.' });

const clientIntake = answerMap.meta({ description: "Merged into the client's answers; may be `{}`." });

const clientValidation = z
  .object({
    clientId,
    intake: answerMap.meta({ description: 'The answers to be screened; not saved.' }),
    referrer: referrer.optional(),
  })
  .meta({ id: 'ClientValidationPayload' });

export const clientEvents = {
  INTAKE_COMPLETE: command({
    firedWith: ['quoting:fire'],
    authority: 'quote',
    description: 'Saves the client from the intake, as [`GET_QUOTES`](#get_quotes) does, without quoting.',
    payload: z
      .object({ clientId: clientToUpdate, intake: clientIntake, referrer: referrer.optional() })
      .meta({ id: 'IntakeCompletePayload' }),
    defaultActions: [saveClient],
    result: { client: savedClient },
    examples: [
      {
        clientId: ids.client,
        intake: answering('client.state', 'TX'),
        referrer: 'https://agency.example/quote',
      },
    ],
  }),
  CREATE_OR_UPDATE_CLIENT: command({
    firedWith: ['quoting:fire'],
    authority: 'quote',
    description: "Saves the client from the intake, for callers that know the client's name and type.",
    payload: z
      .object({
        clientId: clientToUpdate,
        clientName: name.optional().meta({ description: "Takes precedence over the intake's answer." }),
        language: clientLanguage.optional().meta({
          description: 'An extension: the language that it prefers, as a tag; `null` clears it.',
        }),
        clientType: clientType
          .optional()
          .meta({ description: "The product's client type where a new client is given none." }),
        intake: clientIntake,
      })
      .meta({ id: 'CreateOrUpdateClientPayload' }),
    defaultActions: [saveClient],
    result: { client: savedClient },
    examples: [
      {
        clientId: ids.client,
        clientName: 'Corner Bakery LLC',
        clientType: 'COMMERCIAL',
        language: 'es-US',
        intake: answering('client.city', 'Austin'),
      },
    ],
  }),
  CLIENT_VALIDATION: command({
    firedWith: ['quoting:fire'],
    authority: 'quote',
    description: 'Configured screenings answer into `metadata`.',
    payload: clientValidation,
    examples: [
      {
        clientId: ids.client,
        intake: answering('client.zipcode', '78701'),
        referrer: 'https://agency.example/quote',
      },
    ],
  }),
  CLIENT_VALIDATION_FAILED: notification({
    firedWith: ['quoting:fire'],
    authority: 'quote',
    description: 'Fired by the party that screened the client.',
    payload: clientValidation,
    examples: [
      {
        clientId: ids.client,
        intake: answering('client.zipcode', '00000'),
        referrer: 'https://agency.example/quote',
      },
    ],
  }),
  CLIENT_STATUS_UPDATED: notification({
    firedWith: ['quoting:fire'],
    authority: 'quote',
    description: "Sets the client's status.",
    payload: z
      .object({
        clientId,
        statusKey: clientStatus.meta({ description: '`LEAD` or `CLIENT`.' }),
        productId: uuid.optional().meta({ description: 'The product concerned; kept with the event.' }),
        description: description.optional().meta({ description: 'Kept with the event.' }),
        clientAnswers: openMap.optional().meta({ description: 'Kept with the event as it was sent.' }),
      })
      .meta({ id: 'ClientStatusUpdatedPayload' }),
    defaultActions: [{ type: 'SET_CLIENT_STATUS', name: "Set the client's status" }],
    examples: [
      {
        clientId: ids.client,
        statusKey: 'CLIENT',
        productId: ids.line,
        description: 'Signed at the counter',
        clientAnswers: { signedBy: 'Ada Baker' },
      },
    ],
  }),
};
