import { titleIn } from '../../domain/runs/activity-titles.js';

const series = /^(\w+\{.*)activity_type="((?:[^"\\]|\\.)*)"(.*\}) (\S+)$/;

/**
 * The SDK's metrics, in Prometheus' text format, by kind of activity: without the names that products give their actions,
 * as each would be a set of series of its own. Series that differ in them only are added up.
 */
export function withoutActionNames(text: string): string {
  const lines: string[] = [];
  const sums = new Map<string, { at: number; sum: number }>();
  for (const line of text.split('\n')) {
    const [, before, title, after, value] = series.exec(line) ?? [];
    if (title === undefined) {
      lines.push(line);
      continue;
    }
    const key = `${before}activity_type="${titleIn(title)}"${after}`;
    const { at, sum } = sums.get(key) ?? { at: lines.length, sum: 0 };
    const total = sum + Number(value);
    sums.set(key, { at, sum: total });
    lines[at] = `${key} ${total}`;
  }
  return lines.join('\n');
}
