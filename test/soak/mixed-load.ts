import { demoProduct } from '../../bench/requests.js';
import type { Demo } from '../../bench/service.js';
import { ServiceLoad } from '../crash/service-load.js';

/** What an agency's systems do in a day, turn by turn, with the times of the calls. */
export class MixedLoad {
  readonly #load: ServiceLoad;
  readonly #document: object;
  readonly #quoteId: string;
  #times: number[] = [];

  private constructor(load: ServiceLoad, { document, quoteId }: { document: object; quoteId: string }) {
    this.#load = load;
    this.#document = document;
    this.#quoteId = quoteId;
  }

  /** On a service that has the demo data and the shop with waits. */
  static async on(demo: Demo): Promise<MixedLoad> {
    const times: number[] = [];
    const load = new ServiceLoad(
      () => ({ demo }),
      ({ ms }) => times.push(ms),
    );
    const { product } = demoProduct(demo, 'general-liability');
    const payload = { effectiveDate: new Date().toISOString().slice(0, 10), intake: product.intakes.quoted };
    const { metadata } = await load.call<{ metadata: { client: string; quotes: { requestId: string }[] } }>(
      'POST',
      '/event/fire',
      { type: 'GET_QUOTES', lineId: product.lineId, forceSync: true, payload },
    );
    const quoteId = metadata.quotes[0]?.requestId ?? '';
    const formConfigId = product.forms.find(({ name }) => name === 'Quote proposal')?.formConfigId;
    const document = { productId: product.lineId, formConfigId, clientId: metadata.client, quoteId };
    const mixed = new MixedLoad(load, { document, quoteId });
    mixed.#times = times;
    return mixed;
  }

  /** Registers a receiver of all notifications. */
  async notify(url: string): Promise<void> {
    await this.#load.call('POST', '/webhook/endpoint', { url, description: 'Soak' });
  }

  /** Of ten turns, four are a quote, a run that waits for an answer or a policy's life; the others mostly read. */
  async turn(turn: number): Promise<void> {
    const kind = turn % 10;
    if (kind < 4) await this.#load.turn(turn);
    else if (kind < 7) await this.#load.call('GET', `/quote/${this.#quoteId}`);
    else if (kind < 9) await this.#load.call('POST', '/policy/search', { insuredName: 'corner', size: 20 });
    else await this.#load.send('POST', '/generate/document', this.#document);
    // They would only grow.
    this.#load.taken.length = 0;
  }

  /** A policy from quote to cancellation: its run waits for the day of the cancellation. */
  async policy(): Promise<void> {
    await this.#load.cancel(await this.#load.issue());
    this.#load.taken.length = 0;
  }

  /** Calls that had to be repeated. */
  get repeats(): number {
    return this.#load.repeats;
  }

  /** The times of the calls since the last time, in ms. */
  takeTimes(): number[] {
    return this.#times.splice(0);
  }
}
