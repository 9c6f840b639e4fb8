import { outside } from './outside.js';

/** A problem of the interface, as far as it is told. */
interface Refusal {
  code: string;
  status: number;
  detail: string;
  errors?: readonly { field: string; detail: string }[] | undefined;
}

/** Faults that are told: an assistant corrects these first. */
const mostFaults = 10;

/** What to do next, by the code of a problem; by its status where that says enough. */
const nextSteps: Readonly<Record<string, string>> = {
  PERMISSION_MISSING: 'Tell the user that the key or role lacks this permission; do not try another way.',
  KEY_RESTRICTED: 'Tell the user that this key may not do it; do not try another way.',
  FORBIDDEN: 'Tell the user that this is not permitted; do not try another way.',
  400: 'Correct what is named, and call again.',
  401: 'The credentials have ended: the user has to sign in again, or connect with a valid key.',
  404: 'Check the id, or look it up with `find`.',
  409: 'The record is in another state than this needs: read it again before going on.',
  412: 'The record was changed meanwhile: read it again.',
  429: 'Wait, then call again.',
  503: 'Wait, then call again.',
};

/** A refused operation, with what to do about it. Its sentences may repeat what somebody wrote. */
export function refusalInWords(
  { code, status, detail, errors = [] }: Refusal,
  retryAfterSeconds?: number,
): string {
  const faults = errors
    .slice(0, mostFaults)
    .map((fault) => `- ${outside(fault.field)}: ${outside(fault.detail, 300)}`);
  const more = errors.length - faults.length;
  const next =
    nextSteps[code] ??
    nextSteps[status] ??
    (status >= 500 ? 'The service failed: try once more, then tell the user.' : undefined);
  return [
    `Refused (${code}): ${outside(detail, 500)}`,
    ...faults,
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(retryAfterSeconds === undefined ? [] : [`It may be tried again in ${retryAfterSeconds} seconds.`]),
    ...(next === undefined ? [] : [next]),
  ].join('\n');
}
