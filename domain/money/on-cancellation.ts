import { z } from 'zod';

/**
 * What a cancellation returns of a tax or fee, and how an endorsement changes it.
 *
 * - `PRO_RATA`: earned by days, like premium.
 * - `KEPT`: earned when it is charged. It is the highest amount so far, in the order of the days: a decrease returns
 *   nothing, and counts towards a later increase.
 * - `RETURNED`: earned when the term is over. An endorsement changes it in full, either way.
 */
export const onCancellation = z.enum(['PRO_RATA', 'KEPT', 'RETURNED']).meta({ id: 'OnCancellation' });
export type OnCancellation = z.output<typeof onCancellation>;
