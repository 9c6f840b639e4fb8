import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPostmaster } from '../../cli/embedded/postgres-process.js';
import { openDatabase } from '../../db/database.js';
import { serversOf } from '../support/running-service.js';
import type { Parts, Way } from './parts.js';
import type { Toxic } from './toxiproxy.js';

/** Something that goes wrong while the service is under load. */
export interface Fault {
  name: string;
  /** For the table. */
  words: string;
  seconds: number;
  /** Why it cannot be tried here. */
  whyNot?: (parts: Parts) => string | undefined;
  /** Breaks something; the answer mends it. */
  begin(parts: Parts): Promise<() => Promise<unknown>>;
  /** Before the load. */
  prepare?(parts: Parts): Promise<void>;
  /** When callers have no trouble any more: the answer is what is wrong, besides what is checked after every fault. */
  settle?(parts: Parts): Promise<string[]>;
  /** The parts cannot go on as before: the next fault gets others. */
  spoils?: true;
  /** Words that the log of the API or the worker must have; none where nobody has to notice. */
  logs?: RegExp;
}

const database = /database|connection|Connection|timeout|ECONN/;
const temporal = /Temporal/;

const both = ['upstream', 'downstream'] as const;
const inBoth = (type: Toxic['type'], attributes: Record<string, number>): Toxic[] =>
  both.map((stream) => ({ type, stream, attributes }));
/** Connections stay open and nothing comes through. */
const silence = inBoth('timeout', { timeout: 0 });
const answersLost: Toxic[] = [{ type: 'timeout', stream: 'downstream', attributes: { timeout: 0 } }];
const reset = inBoth('reset_peer', { timeout: 0 });
const slow: Toxic[] = [{ type: 'latency', stream: 'downstream', attributes: { latency: 500, jitter: 400 } }];
const narrow = inBoth('bandwidth', { rate: 30 });
const sliced = inBoth('slicer', { average_size: 40, size_variation: 20, delay: 500 });

function poisoned(ways: Way[], toxics: Toxic[]): Fault['begin'] {
  return async (parts) => {
    for (const way of ways) await parts.ways[way].poison(...toxics);
    return async () => {
      for (const way of ways) await parts.ways[way].heal();
    };
  };
}

function refused(...ways: Way[]): Fault['begin'] {
  return async (parts) => {
    for (const way of ways) await parts.ways[way].refuse();
    return async () => {
      for (const way of ways) await parts.ways[way].heal();
    };
  };
}

const names: Record<Way, string> = {
  'api-postgres': 'API and PostgreSQL',
  'worker-postgres': 'worker and PostgreSQL',
  'api-temporal': 'API and Temporal',
  'worker-temporal': 'worker and Temporal',
  'worker-outside': 'worker and an external system',
  'worker-receiver': 'worker and a webhook receiver',
  'worker-s3': 'worker and S3',
};
const logsOf = (way: Way) =>
  way.endsWith('postgres') ? database : way.endsWith('temporal') ? temporal : undefined;

const cuts = (Object.keys(names) as Way[]).flatMap((way): Fault[] => {
  const logs = logsOf(way);
  const common = { ...(logs && { logs }) };
  return [
    {
      ...common,
      name: `${way}-silent`,
      words: `${names[way]}: connections stay open, nothing gets through`,
      seconds: 20,
      begin: poisoned([way], silence),
    },
    {
      ...common,
      name: `${way}-refused`,
      words: `${names[way]}: connections are closed and refused`,
      seconds: 15,
      begin: refused(way),
    },
  ];
});

/** As where a firewall forgets connections: they stay open for good, and only new ones work. */
const forgotten = (['api-postgres', 'worker-postgres', 'api-temporal', 'worker-temporal'] as const).map(
  (way): Fault => ({
    name: `${way}-half-open`,
    words: `${names[way]}: open connections go silent for good, new ones work`,
    seconds: 1,
    begin: async ({ ways }) => {
      ways[way].silence();
      return async () => undefined;
    },
    settle: async ({ ways }) => {
      ways[way].forget();
      return [];
    },
  }),
);

const servers: Way[] = ['api-postgres', 'worker-postgres', 'api-temporal', 'worker-temporal'];

/** Every fault, in the order in which they are tried. */
export const faults: readonly Fault[] = [
  ...cuts,
  ...forgotten,
  {
    name: 'postgres-answers-lost',
    words: 'PostgreSQL gets every statement and commits; its answers are lost',
    seconds: 15,
    begin: poisoned(['api-postgres', 'worker-postgres'], answersLost),
    logs: database,
  },
  {
    name: 'temporal-answers-lost',
    words: 'Temporal gets every call; its answers are lost',
    seconds: 15,
    begin: poisoned(['api-temporal', 'worker-temporal'], answersLost),
  },
  {
    name: 'everything-reset',
    words: 'every connection to PostgreSQL and Temporal is reset as soon as it is used',
    seconds: 10,
    begin: poisoned(servers, reset),
    logs: database,
  },
  {
    name: 'everything-slow',
    words: 'PostgreSQL and Temporal answer 100 to 900 ms late',
    seconds: 20,
    begin: poisoned(servers, slow),
  },
  {
    name: 'everything-narrow',
    words: 'PostgreSQL and Temporal over 30 KB/s a connection',
    seconds: 20,
    begin: poisoned(servers, narrow),
  },
  {
    name: 'everything-sliced',
    words: 'PostgreSQL and Temporal in packets of 20 to 60 bytes',
    seconds: 15,
    begin: poisoned(servers, sliced),
  },
  { ...paused('postgres'), logs: database },
  paused('temporal'),
  {
    name: 'both-paused',
    words: 'PostgreSQL and Temporal stand still (SIGSTOP)',
    seconds: 20,
    begin: async (parts) => {
      const resume = [await pause(postgresPids(parts)), await pause([await temporalPid(parts)])];
      return async () => {
        for (const go of resume) go();
      };
    },
    logs: database,
  },
  {
    name: 'postgres-restarted',
    words: 'PostgreSQL ends at once (SIGQUIT) and starts again 3 s later',
    seconds: 3,
    begin: async (parts) => {
      process.kill(postmasterOf(parts), 'SIGQUIT');
      await parts.postgres.ended;
      return parts.restartPostgres;
    },
    logs: database,
  },
  {
    name: 'temporal-restarted',
    words: 'Temporal is killed and starts again 3 s later',
    seconds: 3,
    begin: async (parts) => {
      process.kill(await temporalPid(parts), 'SIGKILL');
      await parts.temporal.ended;
      return parts.restartTemporal;
    },
  },
  {
    name: 'postgres-disk-full',
    words: "PostgreSQL's disk is full",
    seconds: 15,
    whyNot: ({ disks }) => disks.postgres.whyNot,
    begin: async ({ disks, restartPostgres, postgres }) => {
      let ended = false;
      void postgres.ended.then(() => {
        ended = true;
      });
      disks.postgres.fill();
      return async () => {
        await disks.postgres.free();
        if (ended) await restartPostgres();
      };
    },
    // Of errors of the database the log has the SQLSTATE: this is disk_full.
    logs: /53100/,
  },
  {
    name: 'postgres-wal-full',
    words:
      "PostgreSQL's disk is full and it needs a new log segment: it crashes, and cannot start until there is space",
    seconds: 15,
    whyNot: ({ disks }) => disks.postgres.whyNot,
    begin: async (parts) => {
      const { disks, restartPostgres, postgres } = parts;
      let ended = false;
      void postgres.ended.then(() => {
        ended = true;
      });
      disks.postgres.fill();
      await useUpLog(parts);
      return async () => {
        await disks.postgres.free();
        // It may end by itself a moment later.
        await sleep(1_000);
        if (ended) await restartPostgres();
      };
    },
    logs: database,
  },
  {
    name: 'temporal-disk-full',
    words: "Temporal's disk is full",
    seconds: 15,
    whyNot: ({ disks }) => disks.temporal.whyNot,
    begin: async ({ disks, temporal: server, restartTemporal }) => {
      let ended = false;
      void server.ended.then(() => {
        ended = true;
      });
      disks.temporal.fill();
      return async () => {
        await disks.temporal.free();
        if (ended) await restartTemporal();
      };
    },
  },
];

function paused(server: 'postgres' | 'temporal'): Fault {
  return {
    name: `${server}-paused`,
    words: `${server === 'postgres' ? 'PostgreSQL' : 'Temporal'} stands still (SIGSTOP)`,
    seconds: 20,
    begin: async (parts) => {
      const go = await pause(server === 'postgres' ? postgresPids(parts) : [await temporalPid(parts)]);
      return async () => go();
    },
  };
}

async function pause(pids: number[]): Promise<() => void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // A backend that ended meanwhile.
      }
    }
  };
}

function postmasterOf({ disks }: Parts): number {
  return readPostmaster(`${disks.postgres.folder}/postgres`)?.pid ?? Number.NaN;
}

/** The postmaster first, so that it makes no new ones. */
function postgresPids(parts: Parts): number[] {
  const postmaster = postmasterOf(parts);
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster);
  return [postmaster, ...children];
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

async function temporalPid({ disks }: Parts): Promise<number> {
  return (await serversOf(disks.temporal.folder)).temporal ?? Number.NaN;
}

/** Begins new segments until the server crashes for lack of space. */
async function useUpLog({ postgres }: Parts): Promise<void> {
  const db = openDatabase({ url: postgres.ownerUrl, poolSize: 1, applicationName: 'ioi-faults-log' });
  try {
    for (let segment = 0; segment < 100; segment += 1) {
      await db.raw(`select pg_logical_emit_message(false, 'faults', 'x'), pg_switch_wal()`);
    }
  } catch {
    // As wanted.
  } finally {
    await db.destroy();
  }
}
