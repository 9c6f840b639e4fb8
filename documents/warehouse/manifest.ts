import { z } from 'zod';

/** A file of a table. */
const manifestFile = z.object({
  path: z.string(),
  /** `YYYY-MM` in UTC, by the time that the table goes by; `all` of a table that is in one file. */
  month: z.string(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});

/** What the warehouse has after a run. Readers begin here. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** The version of the service. */
  service: z.string(),
  run: z.number(),
  database: z.string(),
  timeline: z.number(),
  /** All files have what was committed by then. */
  snapshotAt: z.iso.datetime(),
  /** Where the feed of changes goes on. */
  cursor: z.string(),
  tables: z.array(
    z.object({
      name: z.string(),
      /** Another where the table has other columns, or reads them otherwise. */
      definition: z.string(),
      key: z.array(z.string()),
      /** Their types in SQL, by name. */
      columns: z.record(z.string(), z.string()),
      files: z.array(manifestFile),
    }),
  ),
  /** Files of earlier runs that are there for their readers, and since when they are no longer named. */
  replaced: z.array(z.object({ path: z.string(), since: z.iso.datetime() })),
});

export type Manifest = z.output<typeof manifestSchema>;
export type ManifestTable = Manifest['tables'][number];
export type ManifestFile = z.output<typeof manifestFile>;

export const manifestName = 'manifest.json';

/** The manifest in a text. One of another format is an error. */
export function readManifest(text: string): Manifest {
  const { data, error } = manifestSchema.safeParse(JSON.parse(text));
  if (data === undefined) {
    throw new Error(`${manifestName} is not one that this release understands: ${z.prettifyError(error)}`);
  }
  return data;
}
