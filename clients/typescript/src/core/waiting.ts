/** Waits, unless the signal ends it: then its reason is thrown. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Seconds until the request may be repeated: `Retry-After`, else the reset of an exhausted `RateLimit`. */
export function secondsToWait(headers: Headers, nowMs = Date.now()): number | undefined {
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null && /^\d+$/.test(retryAfter)) return Number(retryAfter);
  const date = retryAfter === null ? Number.NaN : Date.parse(retryAfter);
  if (!Number.isNaN(date)) return Math.max(0, Math.ceil((date - nowMs) / 1000));
  const resets = [...(headers.get('ratelimit') ?? '').matchAll(/;r=0;t=(\d+)/g)].map(([, t]) => Number(t));
  return resets.length > 0 ? Math.max(...resets) : undefined;
}

/** Milliseconds before the repeat of that number, from 0: doubled each time, up to 8 s, with chance. */
export function backoffMs(repeat: number, chance: () => number = Math.random): number {
  return Math.min(8_000, 500 * 2 ** repeat) * (0.5 + chance() / 2);
}
