import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { randomFrom } from '../support/random.js';
import { findingsIn } from './findings.js';
import { aScene } from './scene.js';
import {
  aChangedClient,
  aContestedQuote,
  aKeptLedger,
  aKeyedCreation,
  aPaidPolicy,
  type Scene,
  type Subject,
} from './subjects.js';

const seed = Number(process.env.SEED ?? 7);
const rounds = Number(process.env.ROUNDS ?? 1);
const kills = process.env.KILLS !== undefined;
const callers = 6;
const actsOfCaller = 12;

it(
  `keeps its promises to ${callers} callers at once (SEED=${seed} ROUNDS=${rounds})`,
  async () => {
    const random = randomFrom(seed);
    const scene = await aScene({ random, kills });
    try {
      for (let round = 1; round <= rounds; round += 1) {
        const events = await aRound(scene, () => (kills ? scene.breakSomething() : undefined));
        if (rounds > 1) console.log(`round ${round} of ${rounds}: ${events ?? 'undisturbed'}`);
      }
    } finally {
      await scene.close();
    }

    const histories = scene.histories.all();
    const folder = path.join(tmpdir(), 'ioi-linearizability');
    const findings = histories.flatMap((history, index) => {
      const finding = findingsIn(history);
      if (finding === undefined) return [];
      mkdirSync(folder, { recursive: true });
      const file = path.join(folder, `${seed}-${history.model}-${index}.json`);
      writeFileSync(file, JSON.stringify(history, null, 1));
      return [`${finding}\nKept in ${file}; check it again: npx tsx test/linearizability/replay.ts ${file}`];
    });
    const operations = histories.flatMap((history) => history.operations);
    const unknown = operations.filter(({ returned }) => returned === null).length;
    console.log(
      `SEED=${seed}: ${histories.length} histories, ${operations.length} operations, ${unknown} of them without an answer`,
    );
    expect(findings).toEqual([]);
  },
  60_000 + rounds * 120_000,
);

/** Callers who use the same things at once, while something is broken; then everything is read. */
async function aRound(scene: Scene, disturb: () => Promise<string> | undefined): Promise<string | undefined> {
  const quotes = await Promise.all([aContestedQuote(scene), aContestedQuote(scene), aContestedQuote(scene)]);
  const [first, second, third] = quotes;
  const [paid, kept] = await Promise.all([first!.policyId(), second!.policyId()]);
  const subjects: Subject[] = [
    third!,
    await aContestedQuote(scene),
    aPaidPolicy(scene, paid),
    aKeptLedger(scene, kept),
    await aChangedClient(scene),
    aKeyedCreation(scene),
  ];
  const work = async (caller: number) => {
    for (let act = 0; act < actsOfCaller; act += 1) {
      await subjects[Math.floor(scene.random() * subjects.length)]!.act(caller);
    }
  };
  const disturbed = sleep(500).then(disturb);
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  const what = await disturbed;
  for (const { atEnd } of subjects) await atEnd?.();
  return what;
}
