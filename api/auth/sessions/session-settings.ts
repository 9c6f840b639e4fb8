export interface SessionSettings {
  /** A session that is not used for so long ends. */
  idleMinutes: number;
  /** A session ends after so long, however much it is used. */
  hours: number;
  /** Where people reach the service. */
  publicUrl?: string | undefined;
}

/** A session that was used last before it has ended. */
export const usedSince = (now: Date, { idleMinutes }: SessionSettings): Date =>
  new Date(now.getTime() - idleMinutes * 60_000);
