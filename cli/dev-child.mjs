/**
 * A process that `npm run dev` keeps at hand: it loads the libraries, which take longer than the sources, and runs the
 * command line that it is sent. Without its parent it ends.
 */
import inspector from 'node:inspector';

const libraries = [
  '@temporalio/worker',
  '@temporalio/client',
  '@node-rs/argon2',
  'ajv/dist/2020.js',
  'commander',
  'express',
  'objection',
  'pg',
  'pino',
  'zod-openapi',
];
const loaded = Promise.allSettled(libraries.map((library) => import(library)));

process.once('message', async ({ args, inspectPort }) => {
  await loaded;
  if (inspectPort) inspector.open(inspectPort, '127.0.0.1');
  process.argv.splice(2, Infinity, ...args);
  await import('../dist/cli/main.js');
});
