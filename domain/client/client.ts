import { z } from 'zod';
import { instant, uuid } from '../ground/primitives.js';
import { answerMap } from '../intake/answers.js';
import { languageTag } from '../languages/language-tag.js';

export const clientLimits = {
  nameLength: 255,
  locationCodeLength: 255,
  /** Loop iterations that one save may delete. */
  iterationsToDelete: 10_000,
} as const;

export const clientType = z.enum(['COMMERCIAL', 'PERSONAL']).meta({ id: 'ClientType' });
export const clientStatus = z.enum(['LEAD', 'CLIENT']).meta({ id: 'ClientStatus' });
export type ClientType = z.infer<typeof clientType>;
export type ClientStatus = z.infer<typeof clientStatus>;

const clientName = z.string().max(clientLimits.nameLength).nullable();
const locationCode = z.string().max(clientLimits.locationCodeLength).nullable();

/** The tag of the language that a client prefers; null if nobody has said. */
export const clientLanguage = languageTag.nullable().meta({ id: 'ClientLanguage' });
const preferredLanguage = z
  .string()
  .nullable()
  .meta({ description: 'An extension: the tag of the language that it prefers.' });

/** Body of `PUT /client` (spec 2.2). An omitted field keeps its value, or takes its default on creation. */
export const clientSave = z
  .object({
    clientId: uuid
      .optional()
      .meta({ description: 'An existing client; a client is created if it is omitted.' }),
    clientName: clientName.optional().meta({ description: '`null` clears it; the default.' }),
    clientType: clientType.optional().meta({ description: 'For a new client, `COMMERCIAL` by default.' }),
    locationCode: locationCode.optional().meta({
      description: 'Stored as sent; organizations without location codes omit it. `null` clears it.',
    }),
    language: clientLanguage.optional().meta({
      description:
        'An extension: the language that it prefers, as a tag such as `es` or `es-MX`. Its documents are made in it, where ' +
        'the product has it. `null` clears it.',
    }),
    clientStatus: clientStatus.optional().meta({ description: 'For a new client, `LEAD` by default.' }),
    clientData: answerMap.optional().meta({ description: 'Replaces the whole map; empty on a new client.' }),
    intakeLoopIterationIdsToDelete: z.array(uuid).max(clientLimits.iterationsToDelete).optional().meta({
      description: 'Loop iterations to remove from the saved answers; unknown ids are ignored.',
    }),
    clockId: uuid.optional().meta({
      description:
        'An extension: the test clock of a new client, which stays for good; an existing client takes its own only. In ' +
        '`DEV` and `UAT`.',
    }),
  })
  .meta({ id: 'ClientSave' });

/** Response of `PUT /client`: the profile, without answers (spec 4.2). */
export const clientProfile = z
  .object({ clientId: uuid, clientType, clientName, locationCode, clientStatus, language: preferredLanguage })
  .meta({ id: 'ClientProfile' });

/** Response of the client data reads (spec 4.2). */
const clockId = uuid
  .optional()
  .meta({ description: 'An extension: the test clock that gives its business time.' });

export const clientWithData = z
  .object({
    clientId: uuid,
    clientName,
    clientType,
    locationCode,
    language: preferredLanguage,
    clientData: answerMap,
    clockId,
    version: z
      .number()
      .int()
      .optional()
      .meta({ description: 'An extension: it grows with each change of the client.' }),
    updatedTimestamp: instant.optional().meta({ description: 'An extension: when it was changed last.' }),
  })
  .meta({ id: 'ClientWithData' });

export type ClientSave = z.output<typeof clientSave>;
export type ClientProfile = z.output<typeof clientProfile>;
export type ClientWithData = z.output<typeof clientWithData>;

/** An answer cut to the length of a profile's name, without splitting a surrogate pair. */
export function nameFromAnswer(answer: string): string {
  if (answer.length <= clientLimits.nameLength) return answer;
  return answer.slice(0, clientLimits.nameLength).replace(/\p{Surrogate}$/u, '');
}
