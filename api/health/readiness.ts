/** Resolves if the dependency works, rejects if it does not. */
export type Check = () => Promise<unknown>;

/** The dependencies of this process, by name: `database`, `temporal`, `worker`. */
export type Checks = Readonly<Record<string, Check>>;

export interface Readiness {
  ready: boolean;
  parts: Record<string, 'up' | 'down'>;
}

const answerWithinMs = 2_000;

/** Checks all dependencies concurrently; one that does not respond in time is down. */
export async function readinessOf(checks: Checks): Promise<Readiness> {
  const parts = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await isUp(check)) ? 'up' : 'down'] as const),
  );
  return { ready: parts.every(([, state]) => state === 'up'), parts: Object.fromEntries(parts) };
}

async function isUp(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), answerWithinMs);
  });
  try {
    return await Promise.race([succeeds(check), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function succeeds(check: Check): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}
