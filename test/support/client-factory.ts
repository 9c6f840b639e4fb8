import { randomUUID } from 'node:crypto';
import { type SaveClient, saveClient } from '../../db/clients/save-client.js';
import type { Database } from '../../db/database.js';
import type { Client } from '../../db/models/client.js';
import type { Answer, AnswerMap, Loop, LoopIteration } from '../../domain/intake/answers.js';

/** One answer, under its key. */
export function answered(qid: string, answer: string): Record<string, Answer> {
  return { [qid]: { type: 'ANSWER', qid, answer } };
}

export function iteration(
  answers: Record<string, Answer>,
  iterationId: string = randomUUID(),
): LoopIteration {
  return { iterationId, answers };
}

/** One loop, under its key. */
export function looped(qid: string, ...iterations: LoopIteration[]): Record<string, Loop> {
  return { [qid]: { type: 'LOOP', qid, iterations } };
}

/** Saves as `PUT /client` does, in a transaction of its own. */
export function saved(
  db: Database,
  organizationId: string,
  save: Omit<SaveClient, 'organizationId' | 'newClientId'> = {},
): Promise<Client | undefined> {
  return db.transaction((trx) => saveClient(trx, { organizationId, newClientId: randomUUID(), ...save }));
}

/** A new client with these answers. */
export async function aClient(
  db: Database,
  organizationId: string,
  clientData: AnswerMap = {},
): Promise<Client> {
  const client = await saved(db, organizationId, { clientName: 'Harbor Bakery LLC', clientData });
  if (client === undefined) throw new Error('no client was created');
  return client;
}

export async function anOrganizationWithClients(db: Database): Promise<string> {
  const id = randomUUID();
  await db('organizations').insert({ id, name: `Organization ${id}` });
  return id;
}
