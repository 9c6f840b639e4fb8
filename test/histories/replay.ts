import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { historyIn } from '../support/histories.js';
import { workflowBundle } from '../support/workflow-bundle.js';

/**
 * `npm run replay -- FILE`: replays a run with the workflows as they are in the sources, in this thread and without a
 * limit of time, so that a debugger can stop in them. The file is one of this folder, or as the Temporal UI or CLI
 * exports it.
 */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Give the file of a history: npm run replay -- FILE');

Runtime.install({ logger: new DefaultLogger('WARN') });
const history = historyIn(await readFile(file, 'utf8'));
const workflowOptions = { workflowBundle: { codePath: await workflowBundle() }, debugMode: true };
await Worker.runReplayHistory(workflowOptions, history, path.basename(file));
console.log('The run replays: each step is the one in the history.');
process.exit();
