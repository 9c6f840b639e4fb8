import type { JsonObject } from '../../domain/ground/json.js';
import type { Database } from '../database.js';
import { Hold } from '../models/hold.js';
import { Mail } from '../models/mail.js';
import type { Policy } from '../models/policy.js';
import { Product } from '../models/product.js';
import { Quote } from '../models/quote.js';
import { StoredFile } from '../models/stored-file.js';
import { Task } from '../models/task.js';
import type { Changed, SubjectInBody } from './change-body.js';
import {
  linkToClient,
  linkToFile,
  linkToHold,
  linkToMail,
  linkToPolicy,
  linkToQuote,
  linkToTask,
} from './notification-body.js';
import { type NotificationSources, policiesInBodies } from './policies-in-bodies.js';
import type { SubjectOfChange } from './subjects-of-changes.js';

/** What notifications say of the records that changed. */
export interface ReadSubjects {
  of(subject: SubjectOfChange): SubjectInBody;
  /** The event that made a quote. */
  madeBy(quoteId: string): string | undefined;
}

/** Reads the records that changed, for an organization that sees them. Each kind is read at once. */
export async function readSubjects(
  sources: NotificationSources,
  organizationId: string,
  groups: readonly { subject: SubjectOfChange; changed: Changed }[],
  now: Date,
): Promise<ReadSubjects> {
  const idsOf = (wanted: SubjectOfChange['kind']) =>
    groups.flatMap(({ subject: { kind, id } }) => (kind === wanted ? [id] : []));
  const [policies, quotes, holds, tasks, files, mails, product] = await Promise.all([
    policiesInBodies(sources, idsOf('POLICY'), now),
    quotesOf(sources.db, idsOf('QUOTE')),
    holdsOf(sources.db, idsOf('HOLD')),
    tasksOf(sources.db, idsOf('TASK')),
    filesOf(sources.db, idsOf('FILE')),
    mailsOf(sources.db, idsOf('MAIL')),
    idsOf('CLIENT').length === 0 ? undefined : anyProductOf(sources.db, organizationId),
  ]);
  const gone = new Set(
    groups.flatMap(({ subject, changed }) =>
      changed.findLast(({ kind }) => kind === subject.kind)?.isDeleted ? [subject.id] : [],
    ),
  );
  const inBody: Readonly<Record<SubjectOfChange['kind'], (id: string) => SubjectInBody>> = {
    POLICY: (id) => {
      const found = policies.get(id);
      return found === undefined
        ? { policyId: id, isOfOwnClient: false, links: {} }
        : { policyId: id, ...ofPolicy(found.policy, organizationId), policy: found.shown };
    },
    QUOTE: (id) => {
      const { productId, clientOrganizationId } = quotes.get(id) ?? {};
      const isOfOwnClient = clientOrganizationId === organizationId;
      const links = gone.has(id) ? {} : { quotes: linkToQuote(id) };
      return { productId, quoteId: id, isOfOwnClient, links };
    },
    HOLD: (id) => ofHold(id, holds.get(id)),
    TASK: (id) => ofTask(id, tasks.get(id)),
    FILE: (id) => ofFile(id, files.get(id)),
    MAIL: (id) => ofMail(id, mails.get(id)),
    CLIENT: (id) => {
      // A client is read for a product; any that the organization sees will do.
      const isThere = product !== undefined && !gone.has(id);
      const links = isThere ? { client: linkToClient(id, product) } : {};
      return { clientId: id, isOfOwnClient: true, links };
    },
  };
  return { madeBy: (id) => quotes.get(id)?.triggerRequestId, of: ({ kind, id }) => inBody[kind](id) };
}

/** The client is the seller's. */
function ofPolicy(policy: Policy, organizationId: string): SubjectInBody {
  const { id, productId, clientId, sellerOrganizationId } = policy;
  const isOfOwnClient = sellerOrganizationId === organizationId;
  const client = isOfOwnClient ? { client: linkToClient(clientId, productId) } : {};
  return { productId, clientId, isOfOwnClient, links: { ...client, policy: linkToPolicy(id) } };
}

async function quotesOf(db: Database, ids: readonly string[]): Promise<Map<string, Quote>> {
  if (ids.length === 0) return new Map();
  const quotes = await Quote.query(db)
    .findByIds([...ids])
    .select('request_id', 'trigger_request_id', 'product_id', 'client_organization_id');
  return new Map(quotes.map((quote) => [quote.requestId, quote]));
}

async function holdsOf(db: Database, ids: readonly string[]): Promise<Map<string, Hold>> {
  if (ids.length === 0) return new Map();
  const holds = await Hold.query(db)
    .findByIds([...ids])
    .select('id', 'product_id', 'title', 'first_day', 'last_day', 'stops', 'ended_at', 'version');
  return new Map(holds.map((hold) => [hold.id, hold]));
}

async function filesOf(db: Database, ids: readonly string[]): Promise<Map<string, StoredFile>> {
  if (ids.length === 0) return new Map();
  const files = await StoredFile.query(db).findByIds([...ids]);
  return new Map(files.map((file) => [file.id, file]));
}

/** Without its name, which may say whose it is. */
function ofFile(id: string, stored: StoredFile | undefined): SubjectInBody {
  if (stored === undefined) return { own: { fileId: id }, isOfOwnClient: false, links: {} };
  const { productId, policyId, quoteId, state, contentType, size, version } = stored;
  return {
    isOfOwnClient: false,
    ...(productId !== null && { productId }),
    ...(policyId !== null && { policyId }),
    ...(quoteId !== null && { quoteId }),
    own: { fileId: id, file: { state, contentType, size: Number(size), version } },
    links: { file: linkToFile(id) },
  };
}

/** Without its place, which may be thousands of ZIP codes. */
function ofHold(id: string, hold: Hold | undefined): SubjectInBody {
  const known = { isOfOwnClient: false, links: { hold: linkToHold(id) } };
  if (hold === undefined) return { ...known, own: { holdId: id } };
  const { productId, title, firstDay, lastDay, stops, endedAt, version } = hold;
  return {
    ...known,
    ...(productId !== null && { productId }),
    own: {
      holdId: id,
      hold: {
        title,
        firstDay,
        lastDay,
        stops: stops as JsonObject,
        version,
        ...(endedAt !== null && { endedTimestamp: endedAt.toISOString() }),
      },
    },
  };
}

async function tasksOf(db: Database, ids: readonly string[]): Promise<Map<string, Task>> {
  if (ids.length === 0) return new Map();
  const tasks = await Task.query(db).findByIds([...ids]);
  return new Map(tasks.map((task) => [task.id, task]));
}

/** Without its title, which may name a client. */
function ofTask(id: string, task: Task | undefined): SubjectInBody {
  if (task === undefined) return { own: { taskId: id }, isOfOwnClient: false, links: {} };
  const { madeBy, personId, role, dueOn, priority, completedAt, version, clientId, quoteId, policyId } = task;
  return {
    isOfOwnClient: false,
    clientId: clientId ?? undefined,
    quoteId: quoteId ?? undefined,
    policyId: policyId ?? undefined,
    own: {
      taskId: id,
      task: {
        state: completedAt === null ? 'OPEN' : 'COMPLETED',
        madeBy,
        priority,
        ...(personId !== null && { personId }),
        ...(role !== null && { role }),
        ...(dueOn !== null && { dueOn }),
        version,
      },
    },
    links: { task: linkToTask(id) },
  };
}

async function mailsOf(db: Database, ids: readonly string[]): Promise<Map<string, Mail>> {
  if (ids.length === 0) return new Map();
  const mails = await Mail.query(db).findByIds([...ids]);
  return new Map(mails.map((mail) => [mail.id, mail]));
}

/** Without its address and text. */
function ofMail(id: string, mail: Mail | undefined): SubjectInBody {
  if (mail === undefined) return { own: { mailId: id }, isOfOwnClient: false, links: {} };
  const { purpose, state, reason, version, clientId, quoteId, policyId } = mail;
  return {
    isOfOwnClient: false,
    clientId: clientId ?? undefined,
    quoteId: quoteId ?? undefined,
    policyId: policyId ?? undefined,
    own: { mailId: id, mail: { purpose, state, ...(reason !== null && { reason }), version } },
    links: { mail: linkToMail(id) },
  };
}

async function anyProductOf(db: Database, organizationId: string): Promise<string | undefined> {
  const product = await Product.query(db)
    .modify('visibleTo', organizationId)
    .select('id')
    .orderBy(['created_at', 'id'])
    .first();
  return product?.id;
}
