import type { Knex } from 'knex';
import { type ClientSave, type ClientType, nameFromAnswer } from '../../domain/client/client.js';
import { firstAnswered, mergedAnswers, withoutIterations } from '../../domain/intake/answer-changes.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { Client } from '../models/client.js';
import { type ClientFields, insertClient, lockClient, type NewClient, updateClient } from './write-client.js';

/** A save of `PUT /client`, for an organization; `newClientId` is the id if a client is created. */
export interface SaveClient extends ClientSave {
  organizationId: string;
  newClientId: string;
  /** Whether an earlier attempt of the request may have created it. */
  mayExist?: boolean | undefined;
  /** Called with the version of the locked client, undefined for a new one; throws if it is another than expected. */
  checkVersion?: ((version: string | undefined) => void) | undefined;
}

/**
 * Creates a client (no `clientId`) or updates one of the organization (spec 4.2): each given field replaces
 * the stored one, `clientData` the whole map; then the named loop iterations are removed. Changed answers
 * close the version before them; the same answers again make no new version.
 *
 * Call it in a transaction: the client stays locked until its end, so that the second of two concurrent saves
 * archives the first.
 *
 * @returns the client as saved, or `undefined` if `clientId` is not a client of the organization.
 */
export async function saveClient(trx: Knex.Transaction, save: SaveClient): Promise<Client | undefined> {
  const removed = save.intakeLoopIterationIdsToDelete ?? [];
  if (save.clientId === undefined) {
    save.checkVersion?.(undefined);
    const earlier = save.mayExist && (await lockClient(trx, save.organizationId, save.newClientId));
    if (earlier) return earlier;
    return insertClient(trx, {
      id: save.newClientId,
      organizationId: save.organizationId,
      name: save.clientName ?? null,
      type: save.clientType ?? 'COMMERCIAL',
      status: save.clientStatus ?? 'LEAD',
      locationCode: save.locationCode ?? null,
      language: save.language ?? null,
      answers: withoutIterations(save.clientData ?? {}, removed),
      clockId: save.clockId ?? null,
    });
  }
  const current = await lockClient(trx, save.organizationId, save.clientId);
  if (current === undefined) return undefined;
  if (save.clockId !== undefined && save.clockId !== current.clockId) throw new BoundToClock(current.clockId);
  save.checkVersion?.(current.version);
  return updateClient(trx, current, {
    ...profileOf(save),
    answers: withoutIterations(save.clientData ?? current.answers, removed),
  });
}

/** A client is bound to its test clock for good, or to none. */
export class BoundToClock extends Error {
  constructor(clockId: string | null) {
    super(boundForGood(clockId));
  }
}

/** Why a client takes no other clock. */
export const boundForGood = (clockId: string | null): string =>
  `the client is bound ${clockId === null ? 'to no clock' : `to the clock ${clockId}`} for good`;

export interface SaveClientFromIntake {
  organizationId: string;
  /** An existing client; without it one is created. */
  clientId?: string | undefined;
  /** The id if a client is created. */
  newClientId: string;
  intake: AnswerMap;
  /** Questions whose answer names the client; the first with an answer is used. */
  clientNameQids: readonly string[];
  /** For a new client; an existing one keeps its type. */
  clientType: ClientType;
  /** The test clock of a new client. */
  clockId?: string | null;
  /** Takes precedence over the intake and the stored profile. */
  profile?: {
    name?: string | undefined;
    type?: ClientType | undefined;
    /** Null clears it. */
    language?: string | null | undefined;
  };
}

/**
 * Creates or updates a client from an event's `intake` (spec 6.7). Unlike `PUT /client`, which replaces the
 * answers, this merges them: an intake has the answers for one product, and a quote must not lose the
 * client's answers for others. Call it in a transaction, as {@link saveClient}.
 *
 * @returns the client as saved, or `undefined` if `clientId` is not a client of the organization.
 */
export async function saveClientFromIntake(
  trx: Knex.Transaction,
  save: SaveClientFromIntake,
): Promise<Client | undefined> {
  const { organizationId, clientId, intake, profile } = save;
  if (clientId === undefined) return insertClient(trx, clientFromIntake(save));
  const name = nameIn(save);
  const current = await lockClient(trx, organizationId, clientId);
  if (current === undefined) return undefined;
  return updateClient(trx, current, {
    answers: mergedAnswers(current.answers, intake),
    ...(name !== undefined && { name }),
    ...(profile?.type !== undefined && { type: profile.type }),
    ...(profile?.language !== undefined && { language: profile.language }),
  });
}

/** The client that an intake creates. */
export function clientFromIntake(save: SaveClientFromIntake): NewClient {
  return {
    id: save.newClientId,
    organizationId: save.organizationId,
    name: nameIn(save) ?? null,
    type: save.profile?.type ?? save.clientType,
    status: 'LEAD',
    locationCode: null,
    language: save.profile?.language ?? null,
    answers: save.intake,
    clockId: save.clockId ?? null,
  };
}

function nameIn({ intake, clientNameQids, profile }: SaveClientFromIntake): string | undefined {
  if (profile?.name !== undefined) return profile.name;
  const named = firstAnswered(intake, clientNameQids);
  return named === undefined ? undefined : nameFromAnswer(named);
}

/** The profile fields of a save. */
function profileOf({
  clientName,
  clientType,
  clientStatus,
  locationCode,
  language,
}: ClientSave): Partial<ClientFields> {
  return {
    ...(clientName !== undefined && { name: clientName }),
    ...(clientType !== undefined && { type: clientType }),
    ...(clientStatus !== undefined && { status: clientStatus }),
    ...(locationCode !== undefined && { locationCode }),
    ...(language !== undefined && { language }),
  };
}
