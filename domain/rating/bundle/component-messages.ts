import type { DeclinedRating, QuoteMessage } from '../run/result.js';
import type { ComponentRating } from './result.js';

/**
 * The messages of a component, with its name. In a package that continues without the component, the errors
 * that declined it become warnings, after one that reports the decline.
 */
export function componentMessages({ key, title, state, rating }: ComponentRating): QuoteMessage[] {
  const excluded = state === 'EXCLUDED';
  const own = rating.messages.map((message) => ({
    ...message,
    ...(excluded && message.severity === 'ERROR' && { severity: 'WARNING' as const }),
    message: `${title}: ${message.message}`,
    component: key,
  }));
  if (!excluded) return own;
  const message = `${title} declined and is not part of the package`;
  return [{ severity: 'WARNING', code: 'COMPONENT_EXCLUDED', message, component: key }, ...own];
}

export function isIncluded({ state }: ComponentRating): boolean {
  return state === 'INCLUDED';
}

/** Why the package cannot be quoted with these components, or null. */
export function refusalOfPackage(
  components: readonly ComponentRating[],
  minimum: number,
): { message: QuoteMessage; type: DeclinedRating['type'] } | null {
  const declined = components.filter(({ state }) => state === 'DECLINED');
  const missing = declined.length > 0 ? declined : components.filter(({ state }) => state === 'EXCLUDED');
  const included = components.filter(isIncluded).length;
  const names = missing.map(({ title }) => title).join(' and ');
  const type = typeOf(missing);
  if (declined.length > 0) {
    const message = `the package is declined because ${names} declined`;
    return { message: { severity: 'ERROR', code: 'COMPONENT_DECLINED', message }, type };
  }
  if (included >= minimum) return null;
  const without = missing.length > 0 ? ` without ${names}` : '';
  const message = `the package needs at least ${minimum} of its components and has ${included}${without}`;
  return { message: { severity: 'ERROR', code: 'TOO_FEW_COMPONENTS', message }, type };
}

/** The package was refused by rules before rating if each missing component was. */
function typeOf(missing: readonly ComponentRating[]): DeclinedRating['type'] {
  const byRule = missing.filter(
    ({ rating }) => rating.outcome === 'DECLINED' && rating.type === 'RULE_BASED_INELIGIBILITY',
  );
  return missing.length > 0 && byRule.length === missing.length ? 'RULE_BASED_INELIGIBILITY' : 'DECLINE';
}
