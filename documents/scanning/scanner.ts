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

/** A scanner by a command, or by the address of an ICAP service. */
export async function scannerOf(setting: string): Promise<Scanner> {
  if (!setting.startsWith('icap://')) {
    const { CommandScanner } = await import('./command-scanner.js');
    return new CommandScanner(setting);
  }
  const { IcapScanner } = await import('./icap-scanner.js');
  return new IcapScanner(setting);
}
