import type { SavedPaymentMethod } from '../api/client.js';
import type { Tone } from './badge.js';

/** How good the states of a saved payment method are. */
export const methodTones: Record<SavedPaymentMethod['state'], Tone> = {
  PENDING: 'info',
  ACTIVE: 'good',
  DECLINED: 'bad',
  EXPIRED: 'bad',
  DISPUTED: 'warn',
  DETACHED: undefined,
};
