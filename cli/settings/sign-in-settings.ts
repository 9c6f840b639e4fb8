import { z } from 'zod';
import type { SessionSettings } from '../../api/auth/sessions/sessions.js';

const whole = (unit: string, [least, most]: readonly [number, number]) => {
  const message = `must be a whole number of ${unit}, from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
};

/** How people sign in. */
export const signInSettings = {
  // Uses are written once a minute: fewer would end a session in use.
  SESSION_IDLE_MINUTES: whole('minutes', [5, 1440]).default(60).meta({
    description:
      'after so long without use a [session](security.md#sessions) of the console ends, from 5 to 1440',
  }),
  SESSION_HOURS: whole('hours', [1, 720])
    .default(24)
    .meta({ description: 'after so long it ends however much it is used, from 1 to 720' }),
};

export function sessionsOf(given: z.output<z.ZodObject<typeof signInSettings>>): SessionSettings {
  return { idleMinutes: given.SESSION_IDLE_MINUTES, hours: given.SESSION_HOURS };
}
