import type { SignInMethod } from '../../../db/models/session.js';

/**
 * How many days a grant lasts, however much it is used. That of somebody of an identity provider is shorter: the provider is
 * asked again only at the next consent.
 */
export const longestDays: Readonly<Record<SignInMethod, number>> = { PASSWORD: 90, SINGLE_SIGN_ON: 7 };

/** A grant that is not used for so long ends. */
export const idleDays = 30;
