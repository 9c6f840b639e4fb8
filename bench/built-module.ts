import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A module of a checkout's build, by its path in `dist`: what is measured in a process is that of the measured checkout. */
export function builtModule<Module>(folder: string, file: string): Promise<Module> {
  return import(pathToFileURL(path.join(folder, 'dist', file)).href) as Promise<Module>;
}
