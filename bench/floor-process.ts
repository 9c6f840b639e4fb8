import { type FloorRead, type FloorReads, startFloorReads } from './floor-reads.js';
import { type FloorTemporal, startFloorTemporal, type TemporalFloor } from './floor-temporal.js';

/** A command of the bench to the floor's process, one at a time. */
export type FloorCommand =
  | { do: 'start-reads'; ownerDatabaseUrl: string }
  | { do: 'start-temporal'; temporalAddress: string; namespace: string }
  | { do: 'add-read'; read: FloorRead }
  | { do: 'measure'; floor: TemporalFloor; callers: number; durationMs: number }
  | { do: 'stop' };

export type FloorReply = { answer: unknown } | { error: string };

let temporal: FloorTemporal | undefined;
let reads: FloorReads | undefined;

async function perform(command: FloorCommand): Promise<unknown> {
  switch (command.do) {
    case 'start-reads':
      reads = await startFloorReads(command.ownerDatabaseUrl);
      return reads.url;
    case 'start-temporal':
      temporal = await startFloorTemporal(command.temporalAddress, command.namespace);
      return undefined;
    case 'add-read':
      return reads?.add(command.read);
    case 'measure':
      return temporal?.measure(command.floor, command.callers, command.durationMs);
    case 'stop':
      await Promise.all([temporal?.stop(), reads?.stop()]);
      return undefined;
  }
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
