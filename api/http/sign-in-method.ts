import { z } from 'zod';

/** How a person signs in. */
export const signInMethod = z
  .enum(['PASSWORD', 'SINGLE_SIGN_ON'])
  .meta({ id: 'SignInMethod', description: 'How the person signed in.' });
