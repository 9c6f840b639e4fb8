export interface ProgressBar {
  /** Sets how many are done so far. */
  reached(done: number): void;
  /** Removes the bar, so that the next output starts on a clean line. */
  end(): void;
}

const width = 30;
const everyMs = 100;

/** A bar on a terminal's last line; no output if the output is not a terminal. */
export function progressBar(
  total: number,
  { stream = process.stderr, now = Date.now }: { stream?: NodeJS.WriteStream; now?: () => number } = {},
): ProgressBar {
  if (!stream.isTTY) return { reached: () => {}, end: () => {} };
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    reached: (done) => {
      if (now() - drawnAt < everyMs && done < total) return;
      drawnAt = now();
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const filled = Math.round(share * width);
      const bar = '#'.repeat(filled).padEnd(width, '.');
      stream.write(`\r[${bar}] ${Math.floor(share * 100)}%  ${done}/${total}`);
    },
    end: () => void stream.write('\r\x1b[2K'),
  };
}
