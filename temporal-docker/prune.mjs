/**
 * Removes what a running service never reads from its installed packages: `node prune.mjs node_modules`. Licenses stay.
 * test/deploy/image.test.ts runs the service on what is left.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  console.error('Usage: node prune.mjs node_modules');
  process.exit(1);
}
const target = { x64: 'x86_64', arm64: 'aarch64' }[process.arch];
if (target === undefined) throw new Error(`Temporal's SDK has no program for ${process.arch}.`);

/** For compilers, debuggers and readers. */
const needlessFile = /\.(map|[mc]?tsx?|flow|tsbuildinfo|md|rs|c|cc|h|gyp)$/i;
const license = /^(licen[cs]e|notice|copying)/i;

const needless = [
  // Programs of other systems, and their sources.
  ...among('@temporalio/core-bridge/releases', (name) => name !== `${target}-unknown-linux-gnu`),
  ...['sdk-core', 'bridge-macros', 'src', 'ts', 'scripts'].map((name) => `@temporalio/core-bridge/${name}`),
  // The compiler of workflows: the image has them compiled. Its caller, webpack, is loaded with the SDK.
  ...among('@swc', (name) => name.startsWith('core')),
  'swc-loader',
  // Builds for browsers and other module systems.
  'exceljs/dist',
  'pdfmake/build',
  'pdfkit/js/pdfkit.standalone.js',
  'stripe/cjs',
  '@modelcontextprotocol/sdk/dist/cjs',
  'hono/dist/cjs',
  // Drawing for readers of PDF; only their text is read. Tests bring it.
  ...among('@napi-rs', (name) => name.startsWith('canvas')),
  'rxjs/dist/bundles',
  'rxjs/dist/esm',
  'rxjs/dist/esm5',
  // Weights that no document uses.
  ...['sc', 'kr'].flatMap((name) =>
    among(`@embedpdf/fonts-${name}/fonts`, (file) => !/-(Regular|Bold)\./.test(file)),
  ),
  ...['noto-emoji', 'noto-sans-devanagari', 'noto-sans-thai'].flatMap((name) =>
    among(`@expo-google-fonts/${name}`, (file) => /^\d/.test(file) && !/^(400Regular|700Bold)$/.test(file)),
  ),
];

for (const each of needless) rmSync(path.join(folder, each), { recursive: true, force: true });
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (entry.isFile() && needlessFile.test(entry.name) && !license.test(entry.name)) {
    rmSync(path.join(entry.parentPath, entry.name));
  }
}

function among(inside, isNeedless) {
  const place = path.join(folder, inside);
  return existsSync(place)
    ? readdirSync(place)
        .filter(isNeedless)
        .map((name) => path.join(inside, name))
    : [];
}
