import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** The folder of `package.json`, whether this runs from the sources or from the build below it. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

export function packageVersion(): string {
  return manifest.parse(JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8'))).version;
}
