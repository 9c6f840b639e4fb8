import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The credentials of a secured Temporal server, as both SDK connections take them. */
export interface TemporalSecurity {
  tls: {
    serverNameOverride?: string;
    serverRootCACertificate?: Buffer;
    clientCertPair?: { crt: Buffer; key: Buffer };
  };
  apiKey?: string;
}

/** A PEM file, read and parsed; `what` names the required content. */
const pemFile = (what: string, tryOut: (content: Buffer) => unknown) =>
  z.string().transform((file, context): Buffer => {
    try {
      const content = readFileSync(file);
      try {
        tryOut(content);
        return content;
      } catch {
        context.addIssue({
          code: 'custom',
          message: `must be a file with ${what} in PEM, which ${file} is not`,
        });
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.addIssue({ code: 'custom', message: `must be a readable file: ${reason}` });
    }
    return z.NEVER;
  });

const certificate = pemFile('a certificate', (content) => new X509Certificate(content));
const privateKey = pemFile('a private key without a passphrase', createPrivateKey);

/** The settings of a secured Temporal server, each validated alone. */
export const temporalSecuritySettings = {
  TEMPORAL_TLS: z.enum(['true', 'false'], 'must be true or false').optional().meta({
    unset: '`false`',
    description:
      '`true` for TLS to `TEMPORAL_ADDRESS`; implied by the next five ([a secured server](deploying.md#a-secured-server))',
  }),
  TEMPORAL_TLS_CA_FILE: certificate
    .optional()
    .meta({ unset: 'public ones', description: 'the certificate authority of the server' }),
  TEMPORAL_TLS_CERT_FILE: certificate
    .optional()
    .meta({ description: "the client's certificate, with its key" }),
  TEMPORAL_TLS_KEY_FILE: privateKey
    .optional()
    .meta({ description: "the client's key, with its certificate" }),
  TEMPORAL_TLS_SERVER_NAME: z
    .string()
    .regex(/^[\w.-]{1,253}$/, 'must be a host name')
    .optional()
    .meta({ unset: 'the host of `TEMPORAL_ADDRESS`', description: "the name in the server's certificate" }),
  TEMPORAL_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be made of visible ASCII characters, without spaces')
    .optional()
    .meta({ secret: true, description: 'for Temporal Cloud' }),
};

type Given = z.infer<z.ZodObject<typeof temporalSecuritySettings>>;

/** Adds an issue for each setting that contradicts another one. */
export function checkTemporalSecurity(given: Given, context: z.RefinementCtx): void {
  const refuse = (setting: keyof Given, message: string) =>
    context.addIssue({ code: 'custom', path: [setting], message });
  const { TEMPORAL_TLS_CERT_FILE: crt, TEMPORAL_TLS_KEY_FILE: key } = given;
  if (crt && !key) refuse('TEMPORAL_TLS_KEY_FILE', 'must be set if TEMPORAL_TLS_CERT_FILE is');
  if (key && !crt) refuse('TEMPORAL_TLS_CERT_FILE', 'must be set if TEMPORAL_TLS_KEY_FILE is');
  if (crt && key && !new X509Certificate(crt).checkPrivateKey(createPrivateKey(key))) {
    refuse('TEMPORAL_TLS_KEY_FILE', 'must be the key of the certificate in TEMPORAL_TLS_CERT_FILE');
  }
  const [wanting] = settingsThatWantTls(given);
  if (given.TEMPORAL_TLS === 'false' && wanting) {
    refuse('TEMPORAL_TLS', `must be true, or not set, if ${wanting} is set`);
  }
}

/** The options for both connections; `undefined` for a plain one. Each of the settings implies TLS. */
export function temporalSecurityOf(given: Given): TemporalSecurity | undefined {
  if (given.TEMPORAL_TLS !== 'true' && settingsThatWantTls(given).length === 0) return undefined;
  const { TEMPORAL_TLS_CERT_FILE: crt, TEMPORAL_TLS_KEY_FILE: key } = given;
  return {
    tls: {
      ...(given.TEMPORAL_TLS_SERVER_NAME && { serverNameOverride: given.TEMPORAL_TLS_SERVER_NAME }),
      ...(given.TEMPORAL_TLS_CA_FILE && { serverRootCACertificate: given.TEMPORAL_TLS_CA_FILE }),
      ...(crt && key && { clientCertPair: { crt, key } }),
    },
    ...(given.TEMPORAL_API_KEY && { apiKey: given.TEMPORAL_API_KEY }),
  };
}

function settingsThatWantTls({ TEMPORAL_TLS: _, ...others }: Given): string[] {
  return Object.entries(others).flatMap(([name, value]) =>
    name in temporalSecuritySettings && value !== undefined ? [name] : [],
  );
}
