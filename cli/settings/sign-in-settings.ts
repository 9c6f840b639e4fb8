import { z } from 'zod';
import type { SessionSettings } from '../../api/auth/sessions/session-settings.js';
import {
  type IdentityProviders,
  identityProviders,
  servedBy,
} from '../../api/auth/single-sign-on/provider-settings.js';
import type { PasswordsOff } from '../../db/identity/passwords-off.js';
import { json } from './json-setting.js';

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
  SINGLE_SIGN_ON: json(
    identityProviders,
    '{"acme": {"issuer": "https://login.acme.example", "label": "Acme", "clientId": "…", "clientSecret": "…", "organizationId": "…", "roles": {"claim": "groups", "gives": {"Underwriters": ["underwriter"]}}}}',
  )
    .default({})
    .meta({
      secret: true,
      unset: 'none',
      description:
        'the identity providers that sign people in, as JSON ([single sign-on](single-sign-on.md))',
    }),
  PASSWORDS_OFF: z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim().toLowerCase()))
    .refine(
      (all) =>
        (all.length === 1 && all[0] === 'all') || all.every((each) => z.guid().safeParse(each).success),
      'must be all, or ids of organizations with commas between',
    )
    .transform((all): PasswordsOff => (all[0] === 'all' ? 'ALL' : new Set(all)))
    .default(new Set<string>())
    .meta({
      unset: 'nobody',
      description:
        'who signs in [through identity providers only](single-sign-on.md#without-passwords): `all`, or ids of organizations',
    }),
};

type Given = z.output<z.ZodObject<typeof signInSettings>>;

/** Who signs people in, and whether passwords do. */
export function signOnOf(given: Given): { identityProviders: IdentityProviders; passwordsOff: PasswordsOff } {
  const { SINGLE_SIGN_ON: identityProviders, PASSWORDS_OFF: passwordsOff } = given;
  return { identityProviders, passwordsOff };
}

/** Checks settings that depend on each other: somebody must be able to sign in. */
export function checkSignInSettings(
  { SINGLE_SIGN_ON, PASSWORDS_OFF }: Given,
  context: z.RefinementCtx,
): void {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['PASSWORDS_OFF'], message });
  const providers = Object.values(SINGLE_SIGN_ON);
  if (PASSWORDS_OFF === 'ALL') {
    if (providers.length === 0) refuse('needs SINGLE_SIGN_ON: nobody could sign in');
    return;
  }
  const served = new Set(providers.flatMap(servedBy));
  const lost = [...PASSWORDS_OFF].find((id) => !served.has(id));
  if (lost !== undefined)
    refuse(`has ${lost}, which no provider of SINGLE_SIGN_ON serves: nobody could sign in`);
}

export function sessionsOf(given: Given): SessionSettings {
  return { idleMinutes: given.SESSION_IDLE_MINUTES, hours: given.SESSION_HOURS };
}
