import type { Knex } from 'knex';
import { z } from 'zod';
import { answersOf, whyNotAnswers } from '../../domain/book/answers.js';
import { type BookLine, type PlacedFinding, placed, readLine } from '../../domain/book/book-line.js';
import { type BookClient, bookClient, type Finding } from '../../domain/book/records.js';
import type { Rows } from '../../domain/book/rows.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { noteTogether } from '../changes/note-together.js';
import { changeSilently } from '../changes/silently.js';
import type { Database } from '../database.js';
import { Client } from '../models/client.js';
import {
  type BookReading,
  type ClientOfBook,
  clientIdOf,
  type PreparedPolicy,
  preparePolicy,
} from './prepare.js';
import { writeRows } from './write-rows.js';

/** What a batch of a book did. */
export interface Loaded {
  loaded: number;
  /** Those that were here before. */
  known: number;
  findings: PlacedFinding[];
}

/** A client of a book, ready to be written; or what is wrong with it. */
export async function prepareClient(
  line: BookLine,
  reading: BookReading,
): Promise<{ findings: PlacedFinding[]; ready?: { client: BookClient; clientId: string; rows: Rows } }> {
  const read = readLine(bookClient, line);
  if ('findings' in read) return read;
  const { record: client } = read;
  const owner = await reading.places.organization(client.organization);
  const findings: Finding[] = [
    ...(typeof owner === 'string' ? [{ field: 'organization', message: owner }] : []),
    ...whyNotAnswers(client.answers, 'answers'),
    ...whyNotHistory(client, reading),
    ...(client.erasedAt !== undefined && reading.installation === undefined
      ? [{ field: 'erasedAt', message: 'only an exported book has erased clients' }]
      : []),
  ];
  if (findings.length > 0 || typeof owner === 'string') {
    return { findings: findings.map((each) => placed(line, client.id, each)) };
  }
  const clientId = clientIdOf(reading, client.id);
  return {
    findings: [],
    ready: { client, clientId, rows: clientRows(client, { clientId, owner, reading }) },
  };
}

/** Earlier answers are known in turn, up to the present ones, and no time is in the future. */
function whyNotHistory(
  { history, answersValidFrom, createdAt, updatedAt }: BookClient,
  reading: BookReading,
): Finding[] {
  const until = answersValidFrom ?? history.at(-1)?.validUntil ?? '';
  const findings = history.flatMap(({ validFrom, validUntil, answers }, index): Finding[] => {
    const next = history[index + 1]?.validFrom ?? until;
    const field = `history[${index}]`;
    return [
      ...whyNotAnswers(answers, `${field}.answers`),
      ...(new Date(validFrom) < new Date(validUntil)
        ? []
        : [{ field: `${field}.validUntil`, message: 'is not after validFrom' }]),
      ...(new Date(validUntil).getTime() === new Date(next).getTime()
        ? []
        : [{ field: `${field}.validUntil`, message: `the next answers are valid from ${next}` }]),
    ];
  });
  // An exported client is as it was.
  if (reading.installation !== undefined) return findings;
  for (const [field, time] of Object.entries({ answersValidFrom, createdAt, updatedAt })) {
    if (time !== undefined && new Date(time) > reading.places.now)
      findings.push({ field, message: 'is in the future' });
  }
  return findings;
}

function clientRows(
  client: BookClient,
  { clientId, owner, reading }: { clientId: string; owner: { id: string }; reading: BookReading },
): Rows {
  const now = reading.places.now.toISOString();
  const createdAt = client.createdAt ?? client.history[0]?.validFrom ?? client.answersValidFrom ?? now;
  const validFrom = client.answersValidFrom ?? client.history.at(-1)?.validUntil ?? createdAt;
  const answers = (given: BookClient['answers']) => answersOf(given, clientId) as JsonObject;
  return {
    clients: [
      {
        id: clientId,
        organization_id: owner.id,
        name: client.name ?? null,
        type: client.type,
        status: client.status,
        location_code: client.locationCode ?? null,
        language: client.language ?? null,
        answers: answers(client.answers),
        answers_valid_from: validFrom,
        created_at: createdAt,
        updated_at: client.updatedAt ?? validFrom,
        erased_at: client.erasedAt ?? null,
        kept_until: client.keptUntil ?? null,
      },
    ],
    client_answer_history: client.history.map((each) => ({
      client_id: clientId,
      valid_from: each.validFrom,
      valid_until: each.validUntil,
      answers: answers(each.answers),
    })),
  };
}

/** Writes the clients of some lines that are not here yet. */
export async function loadClients(
  db: Database,
  lines: readonly BookLine[],
  reading: BookReading,
): Promise<Loaded> {
  const prepared = await Promise.all(
    lines.map(async (line) => ({ line, ...(await prepareClient(line, reading)) })),
  );
  const ready = prepared.flatMap(({ line, ready: each }) =>
    each === undefined ? [] : [{ line, id: each.client.id, key: each.clientId, rows: each.rows }],
  );
  return withFindings(prepared, await write(db, 'clients', ready));
}

/** Writes the policies of some lines that are not here yet, each with all that belongs to it. */
export async function loadPolicies(
  db: Database,
  lines: readonly BookLine[],
  reading: BookReading,
): Promise<Loaded> {
  const prepared = await preparePolicies(db, lines, reading);
  const ready = prepared.flatMap(({ line, id = '', ready: each }) =>
    each === undefined ? [] : [{ line, id, key: each.policyId, rows: each.rows }],
  );
  return withFindings(prepared, await write(db, 'policies', ready));
}

/** PostgreSQL's unique_violation and deadlock_detected: another connection wrote what is in both batches. Then it is here. */
const collisions = ['23505', '40P01'];

const withFindings = (prepared: readonly Pick<Loaded, 'findings'>[], loaded: Loaded): Loaded => ({
  ...loaded,
  findings: [...prepared.flatMap(({ findings }) => findings), ...loaded.findings],
});

/** Reads the policies of some lines, whose clients are here. */
export async function preparePolicies(
  db: Knex,
  lines: readonly BookLine[],
  reading: BookReading,
): Promise<PreparedPolicy[]> {
  const named = lines.flatMap(({ value }) => {
    const { client } = (typeof value === 'object' && value !== null ? value : {}) as { client?: unknown };
    return typeof client === 'string' ? [client] : [];
  });
  const ids = new Map(named.map((id) => [clientIdOf(reading, id), id]));
  const rows = await Client.query(db)
    .whereIn(
      'clients.id',
      [...ids.keys()].filter((id) => z.guid().safeParse(id).success),
    )
    .whereNull('clients.erased_at')
    .join('organizations', 'organizations.id', 'clients.organization_id')
    .select(
      'clients.id',
      'clients.name',
      'clients.answers',
      'clients.organization_id',
      'organizations.name as owner',
    )
    .castTo<(Client & { owner: string })[]>();
  const clients = new Map(
    rows.map(({ id, name, answers, organizationId, owner }): [string, ClientOfBook] => [
      ids.get(id) ?? id,
      { id, name, answers, organization: { id: organizationId, name: owner } },
    ]),
  );
  return Promise.all(lines.map((line) => preparePolicy(line, reading, (id) => clients.get(id))));
}

interface Ready {
  line: BookLine;
  id: string;
  key: string;
  rows: Rows;
}

/** Writes what is not here in one transaction or, if that fails, each alone, so that one that cannot be written is named. */
async function write(db: Database, table: 'clients' | 'policies', ready: readonly Ready[]): Promise<Loaded> {
  try {
    return await writeTogether(db, table, ready).catch((error) => {
      if (!collisions.includes(error.code)) throw error;
      return writeTogether(db, table, ready);
    });
  } catch (error) {
    if (ready.length <= 1)
      return { loaded: 0, known: 0, findings: ready.map((each) => refused(each, error)) };
  }
  const all: Loaded = { loaded: 0, known: 0, findings: [] };
  for (const each of ready) {
    const one = await write(db, table, [each]);
    all.loaded += one.loaded;
    all.known += one.known;
    all.findings.push(...one.findings);
  }
  return all;
}

function writeTogether(
  db: Database,
  table: 'clients' | 'policies',
  ready: readonly Ready[],
): Promise<Loaded> {
  return db.transaction(async (trx) => {
    // A load that is repeated finds what was lost with the server.
    await trx.raw('set local synchronous_commit = off');
    await changeSilently(trx);
    const keys = ready.map(({ key }) => key);
    const here: string[] = await trx(table).whereIn('id', keys).pluck('id');
    const known = new Set(here);
    const fresh = ready.filter(({ key }) => !known.has(key)).map(({ rows }) => rows);
    if (fresh.length > 0) {
      const rows = await together(trx, fresh);
      await noteTogether(trx, rows, () => writeRows(trx, rows));
    }
    return { loaded: fresh.length, known: known.size, findings: [] };
  });
}

/** Rows of many records by table; what several policies have is in the record of each, and is written once. */
async function together(trx: Knex, all: readonly Rows[]): Promise<Rows> {
  const rows: Record<string, JsonObject[]> = {};
  for (const each of all) {
    for (const [table, own] of Object.entries(each)) {
      const known = rows[table] ?? [];
      rows[table] = known;
      for (const row of own) known.push(row);
    }
  }
  for (const [table, key] of shared) {
    const byKey = new Map((rows[table] ?? []).map((row) => [String(row[key]), row]));
    if (byKey.size === 0) continue;
    const here: string[] = await trx(table)
      .whereIn(key, [...byKey.keys()])
      .pluck(key);
    for (const id of here) byKey.delete(id);
    rows[table] = [...byKey.values()];
  }
  return rows;
}

const shared = [
  ['quotes', 'request_id'],
  ['quote_worksheets', 'request_id'],
  ['payment_sessions', 'id'],
] as const;

function refused({ line, id }: Ready, error: unknown): PlacedFinding {
  const { constraint, detail, message } = error as { constraint?: string; detail?: string; message: string };
  const why = constraint?.includes('policy_number')
    ? 'another policy has its number'
    : (detail ?? message.replace(/^copy .* - /s, ''));
  return placed(line, id, { message: `it cannot be written: ${why}` });
}
