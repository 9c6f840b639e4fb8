import { utcDate } from '../domain/ground/calendar.js';
import { type Figure, figureOf } from './figures.js';
import { measureLoad } from './load.js';
import { answersTo, answerTo, demoProduct, requestOf } from './requests.js';
import type { Demo } from './service.js';

const clockCount = 1_000;
const advancingCount = 20;
/** Of a quote beside clocks that stand still to that alone. */
const goal = 1.1;

/** Makes clocks and policies under them, by the owner of a product. */
export interface ClockMaker {
  aClock(): Promise<string>;
  issue(clockIds: readonly string[]): Promise<void>;
  /** Begins a year of each clock. */
  advance(clockIds: readonly string[]): Promise<void>;
  untilReady(clockId: string): Promise<void>;
}

/**
 * The quotes of an agency alone, beside a thousand clocks of the insurer that stand still with a client each, and while
 * some of them advance by a year.
 */
export async function clockNeighborFigures(
  demo: Demo,
  maker: ClockMaker,
  seconds: number,
  progress: (line: string) => void,
): Promise<Figure[]> {
  const { lineId, intakes } = demoProduct(demo, 'business-package').product;
  const payload = { effectiveDate: utcDate(new Date()), intake: intakes.quoted };
  const body = { type: 'GET_QUOTES', lineId, forceSync: true, payload };
  const quote = requestOf(demo, 'business-package', 'agency')('POST', '/event/fire', body);
  const measured = () => measureLoad(1, seconds * 1_000, () => answerTo(quote));
  // Compilers and caches are warm before the first measurement that counts.
  await measured();
  const alone = await measured();
  progress(`${clockCount} clocks…`);
  const clockIds = await clocksWithClients(demo, maker);
  const idle = await measured();
  progress(`${advancingCount} of them advance…`);
  const advancing = clockIds.slice(0, advancingCount);
  await maker.issue(advancing);
  await maker.advance(advancing);
  const beside = await measured();
  await Promise.all(advancing.map(maker.untilReady));
  const figure = (id: string, title: string, each: typeof alone, of: number | null) =>
    figureOf(
      { figure: `clocks.${id}.quote.p50`, title: `quote of a package beside ${title}`, unit: 'ms', goal: of },
      { service: [each.p50Ms], floor: { title: 'alone', values: [alone.p50Ms] } },
    );
  return [
    figure('idle', `${clockCount} clocks that stand still`, idle, goal),
    figure('advancing', `${advancingCount} clocks that advance`, beside, null),
  ];
}

async function clocksWithClients(demo: Demo, maker: ClockMaker): Promise<string[]> {
  const request = requestOf(demo);
  const clockIds: string[] = [];
  while (clockIds.length < clockCount) clockIds.push(await maker.aClock());
  await answersTo(clockIds.map((clockId) => request('PUT', '/client', { clientData: {}, clockId })));
  return clockIds;
}
