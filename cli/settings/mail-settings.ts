import { z } from 'zod';
import { type MailServer, type MailSettings, noMail } from '../../activities/ground/mail-settings.js';
import { mailAddressIn } from '../../domain/mail/mail-address.js';

/** An address, or a name with an address. */
const sender = /^(?:(?<name>[^<>"\p{Cc}]{1,100}?)\s*<(?<named>[^<>]+)>|(?<plain>[^<>\s]+))$/u;

function senderIn(text: string): MailSettings['from'] | undefined {
  const { name, named, plain } = sender.exec(text)?.groups ?? {};
  const address = mailAddressIn(named ?? plain);
  return address === undefined ? undefined : { address, name };
}

/** How mails are sent, in the environment. */
export const mailSettings = {
  MAIL_URL: z
    .string()
    .refine(
      (value) => /^smtps?:\/\/[^/]+\/?$/.test(value) && URL.canParse(value),
      'must be a URL such as smtp://user:password@mail.example.com:587 or smtps://…',
    )
    .optional()
    .meta({
      secret: true,
      unset: 'none is sent; `npm start` keeps them to be looked at',
      description:
        'for workers: the SMTP server of [mails](mail-server.md), `smtp://user:password@host:587` or `smtps://…`',
    }),
  MAIL_FROM: z
    .string()
    .refine(
      (value) => senderIn(value) !== undefined,
      'must be an address, or a name with one: Acme <mail@acme.example>',
    )
    .optional()
    .meta({
      description:
        'for workers: their sender, needed with `MAIL_URL`: an address, or `Acme <mail@acme.example>`',
    }),
  MAIL_TIMEOUT_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number of seconds from 1 to 600')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 600, 'must be from 1 to 600')
    .default(60)
    .meta({ description: 'for workers: how long the mail server may be silent, from 1 to 600' }),
  MAIL_FOR_TEST_CLOCKS: z.enum(['on', 'off'], 'must be on or off').default('off').meta({
    description:
      'for workers: whether mails are sent for clients under [test clocks](../reference/clocks.md)',
  }),
};

type Given = z.output<z.ZodObject<typeof mailSettings>>;

/** Checks settings that depend on each other. */
export function checkMailSettings(given: Given, context: z.RefinementCtx): void {
  if (given.MAIL_URL === undefined || given.MAIL_FROM !== undefined) return;
  context.addIssue({ code: 'custom', path: ['MAIL_FROM'], message: 'is needed if MAIL_URL is set' });
}

export function mailSettingsOf(given: Given): MailSettings {
  return {
    server: serverOf(given),
    from: senderIn(given.MAIL_FROM ?? '') ?? noMail.from,
    catches: false,
    forTestClocks: given.MAIL_FOR_TEST_CLOCKS === 'on',
  };
}

function serverOf({ MAIL_URL, MAIL_TIMEOUT_SECONDS }: Given): MailServer | undefined {
  if (MAIL_URL === undefined) return undefined;
  const { protocol, hostname, port, username, password } = new URL(MAIL_URL);
  const secure = protocol === 'smtps:';
  return {
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    user: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
    timeoutMs: MAIL_TIMEOUT_SECONDS * 1000,
  };
}
