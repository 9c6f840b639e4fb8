import type { Scanner } from './scanner.js';

/** A scanner by a command, or by the address of an ICAP service. */
export async function scannerOf(setting: string): Promise<Scanner> {
  if (!setting.startsWith('icap://')) {
    const { CommandScanner } = await import('./command-scanner.js');
    return new CommandScanner(setting);
  }
  const { IcapScanner } = await import('./icap-scanner.js');
  return new IcapScanner(setting);
}
