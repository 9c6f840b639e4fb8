import { z } from 'zod';
import { clientStatus, clientType } from '../../client/client.js';
import { uuid } from '../../ground/primitives.js';
import { answerMap } from '../../intake/answers.js';
import { description, name, openMap, referrer } from './fields.js';

const clientToUpdate = uuid.optional().meta({ description: 'An existing client, updated from the intake.' });

const intakeComplete = z
  .object({ clientId: clientToUpdate, intake: answerMap, referrer: referrer.optional() })
  .meta({ id: 'IntakeCompletePayload' });

const createOrUpdateClient = z
  .object({
    clientId: clientToUpdate,
    clientName: name.optional().meta({ description: "Goes before the intake's answer." }),
    clientType: clientType.optional(),
    intake: answerMap,
  })
  .meta({ id: 'CreateOrUpdateClientPayload' });

const clientValidation = z
  .object({ clientId: uuid, intake: answerMap, referrer: referrer.optional() })
  .meta({ id: 'ClientValidationPayload' });

const clientStatusUpdated = z
  .object({
    clientId: uuid,
    statusKey: clientStatus,
    productId: uuid.optional(),
    description: description.optional(),
    clientAnswers: openMap.optional().meta({ description: 'Kept with the event as it was sent.' }),
  })
  .meta({ id: 'ClientStatusUpdatedPayload' });

export const clientPayloads = {
  INTAKE_COMPLETE: intakeComplete,
  CREATE_OR_UPDATE_CLIENT: createOrUpdateClient,
  CLIENT_VALIDATION: clientValidation,
  CLIENT_VALIDATION_FAILED: clientValidation,
  CLIENT_STATUS_UPDATED: clientStatusUpdated,
};
