import type { CatalogVersion } from '../../db/products/catalog.js';
import { declaredPayloadNames, type EventEnvelope } from '../../domain/events/envelope.js';
import { nearest } from '../../domain/ground/nearest.js';
import { BadRequest } from '../errors/app-error.js';

/** More than the answer lists. */
const most = 100;

/**
 * Refuses names of a payload that neither its type declares nor the product's version reads, in a condition, a template
 * or a form: nothing would come of them.
 */
export function refuseUnreadNames(
  { type, payload }: EventEnvelope,
  { compiled }: Pick<CatalogVersion, 'compiled'>,
): void {
  const declared = declaredPayloadNames(type);
  const unread = Object.keys(payload).filter(
    (name) => !declared.includes(name) && !compiled.readsFromPayload(name),
  );
  if (unread.length === 0) return;
  throw new BadRequest(
    unread.slice(0, most).map((name) => ({
      field: `payload.${name}`,
      path: ['payload', name],
      detail: detailOf(name, type, declared),
    })),
  );
}

function detailOf(name: string, type: EventEnvelope['type'], declared: readonly string[]): string {
  const meant = nearest(name, declared);
  return meant === undefined
    ? `is not known: neither ${type} has it nor does this version of the product read it`
    : `is not known; did you mean \`${meant}\`?`;
}
