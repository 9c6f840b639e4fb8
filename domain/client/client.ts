import { z } from 'zod';
import { uuid } from '../ground/primitives.js';
import { answerMap } from '../intake/answers.js';

export const clientLimits = {
  nameLength: 255,
  locationCodeLength: 255,
  /** Loop iterations that one save may delete. */
  iterationsToDelete: 10_000,
} as const;

export const clientType = z.enum(['COMMERCIAL', 'PERSONAL']);
export const clientStatus = z.enum(['LEAD', 'CLIENT']);
export type ClientType = z.infer<typeof clientType>;
export type ClientStatus = z.infer<typeof clientStatus>;

const clientName = z.string().max(clientLimits.nameLength).nullable();
const locationCode = z.string().max(clientLimits.locationCodeLength).nullable();

/** Body of `PUT /client` (spec 2.2). A field that is left out keeps its value, or takes its default on creation. */
export const clientSave = z
  .object({
    clientId: uuid.optional().meta({ description: 'An existing client; left out, a client is created.' }),
    clientName: clientName.optional().meta({ description: '`null` where it is not known, the default.' }),
    clientType: clientType.optional().meta({ description: '`COMMERCIAL` where a new client has none.' }),
    locationCode: locationCode
      .optional()
      .meta({ description: 'Kept as sent; an organization without location codes leaves it out.' }),
    clientStatus: clientStatus.optional().meta({ description: '`LEAD` where a new client has none.' }),
    clientData: answerMap.optional().meta({ description: 'Replaces the whole map; empty on a new client.' }),
    intakeLoopIterationIdsToDelete: z.array(uuid).max(clientLimits.iterationsToDelete).optional().meta({
      description: 'Loop iterations to remove from the answers as saved; an unknown id is ignored.',
    }),
  })
  .meta({ id: 'ClientSave' });

/** Answer of `PUT /client`: the profile, without answers (spec 4.2). */
export const clientProfile = z
  .object({ clientId: uuid, clientType, clientName, locationCode, clientStatus })
  .meta({ id: 'ClientProfile' });

/** Answer of the client data reads (spec 4.2). */
export const clientWithData = z
  .object({ clientId: uuid, clientName, clientType, locationCode, clientData: answerMap })
  .meta({ id: 'ClientWithData' });

export type ClientSave = z.output<typeof clientSave>;
export type ClientProfile = z.output<typeof clientProfile>;
export type ClientWithData = z.output<typeof clientWithData>;

/** A name as it fits a profile: an answer may be longer, and cutting must not split a surrogate pair. */
export function nameFromAnswer(answer: string): string {
  if (answer.length <= clientLimits.nameLength) return answer;
  return answer.slice(0, clientLimits.nameLength).replace(/\p{Surrogate}$/u, '');
}
