import { referralCodes } from '../rating/run/result.js';
import { lookupCodes } from './lookup-codes.js';
import { stopCodes } from './stop-codes.js';

/** The codes of all messages that say why an underwriter has to decide on a quote: by a rule, above the authority of the seller, a hold, or data that is missing. */
export const referringCodes: readonly string[] = [
  ...Object.values(referralCodes),
  stopCodes.REFER,
  lookupCodes.REFER,
];
