import type { Refusal } from '../domain/events/refusal.js';
import {
  allActions,
  type FiredEvent,
  type PlannedAction,
  type PlannedDefaultAction,
  toRun,
} from '../domain/runs/fired-event.js';
import type {
  ActionState,
  ActionStatus,
  DispatchResult,
  EventMetadata,
  InboundSignal,
  QuoteResults,
  RunStatus,
} from './contracts/event-run.js';

interface Entry {
  state: ActionState;
  error?: string;
  waitsFor?: string;
  waitsUntil?: string;
}

/** The state of each action of a run, from which queries and the trigger result are answered. */
export class ActionBoard {
  readonly #event: FiredEvent;
  readonly #entries = new Map<string, Entry>();
  readonly #quoteIds: string[] = [];
  readonly #metadata: EventMetadata = {};
  readonly #starts: Promise<void>[] = [];
  readonly #received = new Set<string>();
  #dispatched = false;
  #completed = false;
  #closed = false;
  #refusal: Refusal | undefined;

  constructor(event: FiredEvent) {
    this.#event = event;
    for (const action of this.#planned()) this.#entries.set(action.actionId, { state: 'PLANNED' });
  }

  started(actionId: string): void {
    this.#entries.set(actionId, { state: 'RUNNING' });
  }

  /** Its fallbacks are skipped. */
  succeeded(actionId: string, onFailure: readonly PlannedAction[] = []): void {
    this.#entries.set(actionId, { state: 'SUCCEEDED' });
    for (const fallback of onFailure) this.skipped(fallback.actionId);
  }

  /** Its condition did not hold, or the action that it is a fallback of did not fail. */
  skipped(actionId: string, onFailure: readonly PlannedAction[] = []): void {
    this.#entries.set(actionId, { state: 'SKIPPED' });
    for (const fallback of onFailure) this.skipped(fallback.actionId);
  }

  /** The business refused the event. */
  refuse(refusal: Refusal): void {
    this.#refusal = refusal;
    this.#dispatched = true;
    this.#closed = true;
  }

  /** A failed action never fails the run: the failure is recorded, and the others continue. */
  failed(actionId: string, error: string): void {
    this.#entries.set(actionId, { state: 'FAILED', error });
  }

  waiting(actionId: string, wait: { waitsFor: string; waitsUntil: string }): void {
    this.#entries.set(actionId, { state: 'WAITING', ...wait });
  }

  /** A message may arrive before its action waits for it: it is kept. */
  receive({ requestId }: InboundSignal): void {
    this.#received.add(requestId);
  }

  hasReceived(requestId: string): boolean {
    return this.#received.has(requestId);
  }

  addMetadata(metadata: EventMetadata): void {
    Object.assign(this.#metadata, metadata);
  }

  /** The client that a default action saved. */
  get clientId(): string | undefined {
    const { client } = this.#metadata;
    return typeof client === 'string' ? client : undefined;
  }

  addQuotes(quoteIds: string[]): void {
    this.#quoteIds.push(...quoteIds);
  }

  markDispatched(): void {
    this.#dispatched = true;
  }

  markCompleted(): void {
    this.#dispatched = true;
    this.#completed = true;
  }

  /** The event's row was closed together with the last action's. */
  markClosed(): void {
    this.#closed = true;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Whether the run is over once this action has ended. */
  isLast(actionId: string): boolean {
    const others = this.#planned().filter((action) => action.actionId !== actionId);
    return this.#starts.length === 0 && others.every((action) => this.#hasEnded(action.actionId));
  }

  /** A workflow that is being started or signaled; the run waits for it before it ends. */
  addStart(start: Promise<void>): void {
    this.#starts.push(start);
  }

  startedRuns(): readonly Promise<void>[] {
    return this.#starts;
  }

  /** Default actions are done and configured actions are dispatched. */
  get dispatched(): boolean {
    return this.#dispatched;
  }

  /** Actions that the trigger result waits for have ended. */
  get awaitedDone(): boolean {
    return this.#event.actions.every(({ awaited, actionId }) => !awaited || this.#hasEnded(actionId));
  }

  get ratingDone(): boolean {
    return this.#dispatched && this.#pendingRating().length === 0;
  }

  dispatchResult(): DispatchResult {
    return {
      executedActionCount: this.#event.actions.length,
      expectedResponseCount: this.#event.actions.filter((action) => action.responds).length,
      metadata: { ...this.#metadata, ...this.#inboundRequests() },
      ...(this.#refusal !== undefined && { refusal: this.#refusal }),
    };
  }

  quoteResults(): QuoteResults {
    return {
      quoteIds: this.#quoteIds,
      pendingActionIds: this.#pendingRating().map((action) => action.actionId),
    };
  }

  status(): RunStatus {
    const { triggerRequestId, type } = this.#event;
    const actions = this.#planned().map((action): ActionStatus => {
      const entry = this.#entry(action.actionId);
      return { ...toRun<string>(action), ...entry };
    });
    return { triggerRequestId, type, state: this.#completed ? 'COMPLETED' : 'RUNNING', actions };
  }

  /** Each action with its state, for people who look at the run in the Temporal UI. */
  description(): string {
    const lines = this.status().actions.map(({ name, state, error, waitsFor, waitsUntil }) => {
      const wait = waitsFor === undefined ? '' : ` for ${waitsFor} until ${waitsUntil}`;
      return `- ${name}: ${state.toLowerCase()}${wait}${error === undefined ? '' : ` (${error})`}`;
    });
    return lines.join('\n');
  }

  /** The request ids of its waits, by action: the caller may have to pass them on. */
  #inboundRequests(): EventMetadata {
    const ids = allActions(this.#event.actions).flatMap(({ actionId, inboundRequestId }) =>
      inboundRequestId === undefined ? [] : [[actionId, inboundRequestId] as const],
    );
    return ids.length === 0 ? {} : { inboundRequests: Object.fromEntries(ids) };
  }

  #planned(): (PlannedDefaultAction | PlannedAction)[] {
    const { lookups = [], defaultActions, actions } = this.#event;
    return [...allActions(lookups), ...defaultActions, ...allActions(actions)];
  }

  #pendingRating(): PlannedAction[] {
    return allActions(this.#event.actions).filter(
      (action) => action.rates && !this.#hasEnded(action.actionId),
    );
  }

  #hasEnded(actionId: string): boolean {
    const { state } = this.#entry(actionId);
    return state === 'SUCCEEDED' || state === 'FAILED' || state === 'SKIPPED';
  }

  #entry(actionId: string): Entry {
    return this.#entries.get(actionId) ?? { state: 'PLANNED' };
  }
}
