import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockEntry {
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
const { '': _, ...packages } = read('package-lock.json').packages as Record<string, LockEntry>;

/** Licenses that allow any use beside one's own code, which they leave alone. */
const accepted =
  /^\(?(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC-BY-4\.0|ISC|MIT|OFL-1\.1|Unlicense|Zlib)\b/;

/** Those that do not state their license in the usual field; their license files do. */
const stated: Readonly<Record<string, string>> = { pause: 'MIT', 'png-js': 'MIT', unionfs: 'Unlicense' };

const isForAnotherPlatform = ({ optional, os, cpu, libc }: LockEntry) =>
  optional === true &&
  !((os?.includes('linux') ?? true) && (cpu?.includes('x64') ?? true) && (libc?.includes('glibc') ?? true));

it('installs nothing whose content the lock file does not fix', () => {
  const unfixed = Object.entries(packages).filter(([, entry]) => !entry.integrity?.startsWith('sha512-'));

  expect(unfixed.filter(([, entry]) => !isForAnotherPlatform(entry)).map(([place]) => place)).toEqual([]);
});

it('pins each of its own dependencies to a version', () => {
  const { dependencies, devDependencies } = read('package.json');

  const versions = Object.values<string>({ ...dependencies, ...devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

it('runs on packages whose licenses allow it', () => {
  const licenseOf = (place: string, { license }: LockEntry): string =>
    license ??
    read(`${place}/package.json`).licenses?.[0]?.type ??
    stated[place.slice('node_modules/'.length)] ??
    'none';
  const running = Object.entries(packages).filter(([, { dev, optional }]) => !dev && !optional);

  const licenses = running.map(([place, entry]) => [place, licenseOf(place, entry)] as const);
  expect(licenses.filter(([, license]) => !accepted.test(license))).toEqual([]);
});
