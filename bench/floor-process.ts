import { documentFloor } from './floor-documents.js';
import { type FloorReads, startFloorReads } from './floor-reads.js';
import { type FloorTemporal, startFloorTemporal } from './floor-temporal.js';
import { measureLoad, type Work } from './load.js';

/** What the floor does without HTTP. */
export type FloorWork = 'update-with-start' | 'document';

/** A command of the bench to the floor's process, one at a time. */
export type FloorCommand =
  | { do: 'start'; ownerDatabaseUrl: string; temporalAddress: string; namespace: string }
  | { do: 'measure'; work: FloorWork; callers: number; durationMs: number }
  | { do: 'stop' };

export type FloorReply = { answer: unknown } | { error: string };

let temporal: FloorTemporal | undefined;
let reads: FloorReads | undefined;
let document: Work | undefined;

async function perform(command: FloorCommand): Promise<unknown> {
  switch (command.do) {
    case 'start':
      temporal = await startFloorTemporal(command.temporalAddress, command.namespace);
      reads = await startFloorReads(command.ownerDatabaseUrl);
      return reads.url;
    case 'measure':
      return measureLoad(command.callers, command.durationMs, await workOf(command.work));
    case 'stop':
      await Promise.all([temporal?.stop(), reads?.stop()]);
      return undefined;
  }
}

async function workOf(work: FloorWork): Promise<Work> {
  if (work === 'update-with-start' && temporal) return temporal.updateWithStart;
  document ??= await documentFloor();
  return document;
}

process.on('message', (command: FloorCommand) => {
  void perform(command)
    .then(
      (answer): FloorReply => ({ answer }),
      (error: unknown): FloorReply => ({
        error: error instanceof Error ? String(error.stack) : String(error),
      }),
    )
    .then((reply) => process.connected && process.send?.(reply));
});
// The terminal's Ctrl-C reaches this process too; the bench decides when it stops.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
