import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { obtainTemporalBinary } from '../../cli/embedded/temporal-binary.js';

/** The `temporal` program, from where `npm start` has it. */
export function temporalProgram(log: (line: string) => void = () => undefined): Promise<string> {
  return obtainTemporalBinary({
    searchPath: process.env.PATH ?? '',
    cacheDir: path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'ioi'),
    otherCacheDir: path.join(tmpdir(), 'ioi-cache'),
    log,
  });
}
