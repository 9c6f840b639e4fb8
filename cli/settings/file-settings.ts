import { z } from 'zod';
import type { FileLimits } from '../../domain/files/file.js';

const units: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

const bytes = (otherwise: string) => {
  const pattern = /^([1-9]\d{0,11})(KiB|MiB|GiB)?$/;
  const read = (text: string) => {
    const [, number, unit = ''] = pattern.exec(text) ?? [];
    return Number(number) * (units[unit] ?? 1);
  };
  return z
    .string()
    .regex(pattern, 'must be a number of bytes, such as 26214400, 25MiB or 1GiB')
    .transform(read)
    .refine(Number.isSafeInteger, 'is too large')
    .default(read(otherwise));
};

/** What of files may be stored, and how they are scanned. */
export const fileSettings = {
  FILE_SIZE_LIMIT: bytes('25MiB').meta({
    unset: '`25MiB`',
    description:
      'the largest [file](../reference/files.md) that can be uploaded, in bytes or such as `25MiB`',
  }),
  FILE_QUOTA: bytes('50GiB').meta({
    unset: '`50GiB`',
    description: 'how much all files of an organization may take together, in bytes or such as `50GiB`',
  }),
  FILE_SCANNER: z
    .string()
    .refine(
      (text) =>
        !/^[a-z][a-z\d+.-]*:\/\//i.test(text) ||
        (text.startsWith('icap://') && URL.canParse(text) && new URL(text).hostname !== ''),
      'must be a command, or an address such as icap://scanner.internal:1344/avscan',
    )
    .optional()
    .meta({
      unset: 'none',
      description:
        'what scans files before they are served: a command such as `clamdscan --no-summary -`, or the address of an ICAP service ([scanning](../reference/files.md#scanning))',
    }),
};

export interface FileSettings {
  limits: FileLimits;
  scanner: string | undefined;
}

/** More files about one record are no papers anymore. */
const ofRecord = 500;

export function filesOf(given: z.output<z.ZodObject<typeof fileSettings>>): FileSettings {
  const { FILE_SIZE_LIMIT: size, FILE_QUOTA: ofOrganization, FILE_SCANNER: scanner } = given;
  return { limits: { size, ofRecord, ofOrganization }, scanner };
}
