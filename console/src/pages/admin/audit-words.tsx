import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AuditEntry } from '../../api/client.js';
import { throughAssistant } from '../../parts/values.js';
import { hasPage } from '../../shell/areas.js';
import { t, word } from '../../texts/texts.js';

/** Who did it: by name. */
export function actorOf({ actorKind, actorName, actorId, details }: AuditEntry): string {
  const name = actorName || actorId;
  if (!name) return t('admin.noOneValid');
  return actorKind === 'OPERATOR' ? t('admin.operator', { name }) : throughAssistant(name, details);
}

/** The pages of what entries are about. */
const pages: Readonly<Record<string, string>> = {
  USER: '/admin/people/:personId',
  KEY: '/admin/keys/:apiKey',
  WEBHOOK: '/admin/webhooks/:endpointId',
  PRODUCT: '/products/:productId',
  CLIENT: '/clients/:clientId',
  POLICY: '/policies/:policyId',
  QUOTE: '/quotes/:quoteId',
  TASK: '/tasks/:taskId',
  ASSISTANT_ACT: '/assistants/:actId',
  MAIL: '/mail/:mailId',
  JOB: '/jobs/:jobId',
  CLOCK: '/clocks/:clockId',
  HOLD: '/holds/:holdId',
  BOOK: '/books/:bookId',
  EVENT: '/events/:triggerRequestId',
};

/** Records that have a page, and no name. */
const isNameless = (kind: string | null): boolean => kind === 'EVENT' || kind === 'ASSISTANT_ACT';

/** The name of what it was done to, as it is now or was then. */
export function targetOf({ targetId, targetKind, names, details }: AuditEntry): string {
  if (targetId === null) return '';
  const { title, name, label, userId, fileName } = details;
  const then = [title, name, label, fileName, userId].find((each) => typeof each === 'string' && each !== '');
  if (names[targetId] ?? then) return String(names[targetId] ?? then);
  return isNameless(targetKind) ? targetId.slice(0, 8) : t('admin.goneRecord');
}

/** The target's name, with a link to its page if the person may see it. */
export function Target({ entry }: { entry: AuditEntry }) {
  const { targetId, targetKind } = entry;
  const page = pages[targetKind ?? ''];
  const isThere =
    targetId !== null && page && hasPage(page) && (entry.names[targetId] || isNameless(targetKind));
  if (!isThere) return targetOf(entry);
  return <Link href={page.replace(/:\w+$/, encodeURIComponent(targetId))}>{targetOf(entry)}</Link>;
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Roles by their names, and how many permissions beside them. */
function grantsOf({ details }: AuditEntry): string {
  const roles = texts(details.roles).map((role) => word('role', role));
  const grants = roles.length > 0 ? t('admin.grants', { roles: roles.join(', ') }) : t('admin.noGrants');
  const n = texts(details.permissions).length;
  return n > 0 ? t('admin.morePermissions', { grants, n }) : grants;
}

/** What an entry says was done, from its details. */
function valuesOf(entry: AuditEntry): Readonly<Record<string, () => string>> {
  const { details, names } = entry;
  const nameOf = (member: string) => names[String(details[member])] ?? t('admin.goneRecord');
  return {
    what: () => targetOf(entry),
    grants: () => grantsOf(entry),
    version: () => String(details.buildNumber ?? ''),
    organization: () => nameOf('organizationId'),
    owner: () => nameOf('ownerOrganizationId'),
    decided: () => t(details.isApproved === true ? 'admin.approvedIt' : 'admin.declinedIt'),
    to: () => (details.assignedTo ? nameOf('assignedTo') : t('admin.nobody')),
  };
}

/** What was done, as a sentence without who did it. */
export function didWhat(entry: AuditEntry): string {
  const values = valuesOf(entry);
  return word('auditDid', entry.action).replace(/\{(\w+)\}/g, (_, name: string) => values[name]?.() ?? '');
}

/** The same as a sentence to look at. */
export const sentenceOf = (entry: AuditEntry): ReactNode => (
  <>
    <strong>{actorOf(entry)}</strong> {didWhat(entry)}
  </>
);
