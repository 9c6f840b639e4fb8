import type { FileSubject } from '../../domain/files/file.js';
import type { Database } from '../database.js';
import type { StoredFile } from '../models/stored-file.js';
import { keyedEvent, seenRecord } from '../subjects/seen-record.js';

/** The record that a file is about. */
export interface AboutFile {
  kind: FileSubject;
  id: string;
}

export interface SubjectOfFile extends AboutFile {
  /** The other side; null if there is none, or it is the same organization. */
  otherOrganizationId: string | null;
  productId: string | null;
  clockId: string | null;
}

/** What a file is about, if the organization sees it. */
export async function subjectOfFile(
  db: Database,
  organizationId: string,
  { kind, id }: AboutFile,
): Promise<SubjectOfFile | undefined> {
  const key = await keyOfSubject(db, organizationId, { kind, id });
  const row = await seenRecord(db, organizationId, { kind, id: key });
  if (row === undefined) return undefined;
  const { organizations, productId = null, clockId } = row;
  const otherOrganizationId = organizations.find((side) => side !== organizationId) ?? null;
  return { kind, id: key, otherOrganizationId, productId, clockId };
}

/** The id under which it is stored: callers know events by ids of their own. */
export async function keyOfSubject(
  db: Database,
  organizationId: string,
  { kind, id }: AboutFile,
): Promise<string> {
  return kind === 'triggerRequestId' ? keyedEvent(db, organizationId, id) : id;
}

const columns = {
  clientId: 'client_id',
  quoteId: 'quote_id',
  policyId: 'policy_id',
  taskId: 'task_id',
  triggerRequestId: 'trigger_request_id',
} as const satisfies Record<FileSubject, string>;

/** The column of a file with what it is about. */
export const columnOf = (kind: FileSubject): string => columns[kind];

/** What a file is about, as a row has it. */
export function aboutFile(file: StoredFile): AboutFile {
  for (const kind of Object.keys(columns) as FileSubject[]) {
    const id = file[kind];
    if (id !== null) return { kind, id };
  }
  throw new Error(`the file ${file.id} is about nothing`);
}
