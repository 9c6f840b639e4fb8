import type { Knex } from 'knex';
import { raw } from 'objection';
import { sameAnswers } from '../../domain/intake/answer-changes.js';
import { clientTimeNow } from '../clock.js';
import { prepared } from '../models/base.js';
import { Client, clientWithVersion } from '../models/client.js';
import { ClientAnswerVersion } from '../models/client-answer-version.js';

/** The fields that a save may change. */
export type ClientFields = Pick<Client, 'name' | 'type' | 'status' | 'locationCode' | 'language' | 'answers'>;
export type NewClient = ClientFields & Pick<Client, 'id' | 'organizationId' | 'clockId'>;

export async function insertClient(trx: Knex.Transaction, client: NewClient): Promise<Client> {
  return Client.query(trx)
    .insert({
      ...client,
      answersValidFrom: inMilliseconds(client),
      ...(client.clockId !== null && { createdAt: inMilliseconds(client) }),
    })
    .returning(clientWithVersion);
}

/** Reads a client of the organization and locks it until the transaction ends. */
export async function lockClient(
  trx: Knex.Transaction,
  organizationId: string,
  clientId: string,
): Promise<Client | undefined> {
  // Not FOR UPDATE, which would also block events and quotes that refer to the client.
  return Client.query(trx)
    .findById(clientId)
    .modify('visibleTo', organizationId)
    .select(clientWithVersion)
    .forNoKeyUpdate()
    .modify(prepared, 'lock client');
}

/** Writes the changes to a client locked with {@link lockClient}; changed answers begin a new version. */
export async function updateClient(
  trx: Knex.Transaction,
  current: Client,
  wanted: Partial<ClientFields>,
): Promise<Client> {
  const changes: Partial<Client> = {};
  const { answers, ...profile } = wanted;
  for (const field of Object.keys(profile) as (keyof typeof profile)[]) {
    if (profile[field] !== current[field]) Object.assign(changes, { [field]: profile[field] });
  }
  if (answers !== undefined && !sameAnswers(current.answers, answers)) {
    Object.assign(changes, { answers, answersValidFrom: await archiveAnswers(trx, current) });
  }
  if (Object.keys(changes).length === 0) return current;
  const [saved] = await Client.query(trx)
    // System time: it is the version, too, and a test clock stands still.
    .patch({ ...changes, updatedAt: raw('clock_timestamp()') })
    .where({ id: current.id })
    .returning(clientWithVersion);
  return saved ?? current;
}

/**
 * Ends the current version of a locked client's answers and returns the instant at which the next begins: the time of the
 * client's clock after the lock was acquired, in whole milliseconds, as most callers use. It is always later than the
 * version before, even within one millisecond or after the clock was set back.
 */
async function archiveAnswers(trx: Knex.Transaction, client: Client): Promise<Date> {
  const { id, answersValidFrom, answers } = client;
  const { validUntil } = await ClientAnswerVersion.query(trx)
    .insert({
      clientId: id,
      validFrom: answersValidFrom,
      validUntil: raw(`greatest(?, ?::timestamptz + interval '1 millisecond')`, [
        inMilliseconds(client),
        answersValidFrom,
      ]),
      answers,
    })
    .returning('valid_until');
  return validUntil;
}

/** The time of a client's clock when the statement runs, in whole milliseconds. */
const inMilliseconds = ({ clockId }: Pick<Client, 'clockId'>) =>
  raw(`date_trunc('milliseconds', ?)`, [clientTimeNow(clockId)]);
