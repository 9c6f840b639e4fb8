/** Whether a scanner found anything in a file, and what. */
export type Verdict = { isClean: true } | { isClean: false; finding: string };

/** A file on its way to a scanner. */
export interface ScannedBytes {
  size: number;
  pieces: AsyncIterable<Uint8Array>;
}

/** Scans bytes for malware. Throws if the scanner fails, takes too long, or says neither: nothing is known then. */
export interface Scanner {
  scan(bytes: ScannedBytes): Promise<Verdict>;
}

/** How long a scan may take. */
export const scanPatienceMs = 60_000;
