import type { AssistantTerms } from './terms.js';

/** What a person may allow an assistant. */
export const assistantAccesses = ['READ_ONLY', 'EACH_RELEASED', 'WITHIN_LIMITS'] as const;
export type AssistantAccess = (typeof assistantAccesses)[number];

/** Scopes as programs ask for them (RFC 6749, section 3.3). */
export const assistantScopes = ['read', 'act'] as const;

/** The scope of an access, as the token endpoint answers it. */
export const scopeOf = (access: AssistantAccess): string => (access === 'READ_ONLY' ? 'read' : 'read act');

/** Whether a program asks to act. Without a scope it asks for all; other scopes are nothing here. */
export function asksToAct(scope: string | undefined): boolean {
  const asked = (scope ?? '').split(' ').filter(Boolean);
  const known = asked.filter((each) => assistantScopes.some((one) => one === each));
  return known.length === 0 || known.includes('act');
}

/** What its acts are bound to. Of read-only access nothing could be released or counted. */
export function termsOf(
  access: AssistantAccess,
  limits: Omit<AssistantTerms, 'needsRelease'>,
): AssistantTerms {
  if (access === 'READ_ONLY') return { actsPerDay: 0 };
  return access === 'EACH_RELEASED' ? { needsRelease: true } : limits;
}

/** A permission that changes nothing. */
export const isReadPermission = (permission: string): boolean => permission.endsWith(':read');
