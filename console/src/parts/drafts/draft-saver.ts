import { type Draft, IoiError, ioi } from '../../api/client.js';

export type DraftKind = 'SALE' | 'ENDORSEMENT';
export interface DraftPlace {
  kind: DraftKind;
  /** The product of a sale, the policy of an endorsement. */
  subjectId: string;
}

/** `ELSEWHERE`: it was saved or discarded in another tab, which nothing overwrites unless the person says so. */
export type DraftState = 'NONE' | 'SAVED' | 'SAVING' | 'FAILED' | 'ELSEWHERE';

/** What a draft is about, for the lists that name it. */
export interface DraftAbout {
  title?: string | undefined;
  clientId?: string | undefined;
}

const pauseMs = 700;
const retryMs = 5_000;

/** Saves that are still under way when a page goes, by the place of their draft. */
const leaving = new Map<string, Promise<unknown>>();
const keyOf = ({ kind, subjectId }: DraftPlace) => `${kind} ${subjectId}`;

/** The next reader of the draft waits until something is done with it, or has failed. */
function waitFor(place: DraftPlace, work: Promise<unknown>): void {
  const key = keyOf(place);
  const ended = work.then(
    () => undefined,
    () => undefined,
  );
  leaving.set(key, ended);
  void ended.then(() => leaving.get(key) === ended && leaving.delete(key));
}

/** A draft as the service has it, once what this page has sent of it has arrived. */
export async function readDraft(place: DraftPlace, signal?: AbortSignal): Promise<Draft> {
  await leaving.get(keyOf(place));
  return ioi.authentication.myDraft(place.kind, place.subjectId, signal ? { signal } : {});
}

/** Discards a draft, whatever its version. */
export async function discardDraft({ kind, subjectId }: DraftPlace): Promise<void> {
  await leaving.get(keyOf({ kind, subjectId }));
  const gone = ioi.authentication.discardMyDraft(kind, subjectId);
  waitFor({ kind, subjectId }, Promise.resolve(gone));
  await gone;
}

/** Saves what a person types a moment later, one save after the other, each over the version of the one before. */
export class DraftSaver<Content extends object> {
  #wanted: { content: Content; about: DraftAbout } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(
    readonly place: DraftPlace,
    private version: number,
    private readonly tell: (state: DraftState) => void,
  ) {}

  save(content: Content, about: DraftAbout): void {
    this.#wanted = { content, about };
    if (this.#isStopped) return;
    this.tell('SAVING');
    this.#later(pauseMs);
  }

  /** Saves what is left at once, as before the page goes; the next reader waits for it. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#wanted === undefined || this.#isStopped) return;
    waitFor(this.place, this.#next());
  }

  /** Saves over what another tab has saved. */
  async overwrite(): Promise<void> {
    this.version = (await readDraft(this.place)).version;
    this.#isStopped = false;
    await this.#next();
  }

  /** Deletes the draft; nothing is saved after it unless something is typed again. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    this.#wanted = undefined;
    const { kind, subjectId } = this.place;
    const gone = this.#underWay.then(() => ioi.authentication.discardMyDraft(kind, subjectId));
    waitFor(this.place, gone);
    await gone;
    this.version = 0;
    this.#isStopped = false;
    this.tell('NONE');
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#next(), ms);
  }

  #next(): Promise<void> {
    this.#underWay = this.#underWay.then(() => this.#send());
    return this.#underWay;
  }

  async #send(): Promise<void> {
    const sent = this.#wanted;
    if (sent === undefined || this.#isStopped) return;
    this.#wanted = undefined;
    const { kind, subjectId } = this.place;
    const { title = null, clientId = null } = sent.about;
    const draft = {
      version: this.version,
      title: title?.slice(0, 200) ?? null,
      clientId,
      content: sent.content,
    };
    try {
      const saved = await ioi.authentication.saveMyDraft(kind, subjectId, draft as never);
      this.version = saved.version;
      if (this.#wanted === undefined) this.tell('SAVED');
    } catch (error) {
      this.#wanted ??= sent;
      this.#isStopped = error instanceof IoiError && error.problem?.code === 'DRAFT_CHANGED';
      this.tell(this.#isStopped ? 'ELSEWHERE' : 'FAILED');
      if (!this.#isStopped) this.#later(retryMs);
    }
  }
}
