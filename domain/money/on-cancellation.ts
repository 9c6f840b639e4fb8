import { z } from 'zod';

/**
 * What a cancellation returns of a tax or fee, and how an endorsement changes it.
 *
 * - `PRO_RATA`: earned by days, like premium.
 * - `KEPT`: earned when it is charged. An endorsement adds to it in full, and returns nothing; what was
 *   kept in a decrease counts towards a later increase.
 * - `RETURNED`: earned when the term is over. An endorsement changes it in full, either way.
 */
export const onCancellation = z.enum(['PRO_RATA', 'KEPT', 'RETURNED']).meta({ id: 'OnCancellation' });
export type OnCancellation = z.output<typeof onCancellation>;
