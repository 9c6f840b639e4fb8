import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { List } from '../../api/client.js';
import { wordsOf } from '../../api/problems.js';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { type Column, cellValue } from '../column.js';
import { say } from '../toast.js';
import { type CellValue, csvFile, keepText } from './export-csv.js';

/** What a file has at most: spreadsheets become slow beyond, and the command line has reports. */
const mostRows = 50_000;

/** Reads every row that matches, page by page, and keeps them as a CSV file; a second click stops it. */
export function ExportButton<Page, Row>({
  name,
  columns,
  all,
}: {
  name: string;
  columns: readonly Column<Row>[];
  /** The list in large pages. */
  all: (signal: AbortSignal) => List<Page, Row>;
}) {
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    const stop = new AbortController();
    const { signal } = stop;
    running.current = stop;
    const rows: CellValue[][] = [];
    setCount(0);
    try {
      for await (const row of all(signal)) {
        if (rows.length === mostRows) break;
        rows.push(columns.map((column) => cellValue(column, row)));
        if (rows.length % 1_000 === 0) setCount(rows.length);
      }
      if (signal.aborted) return;
      keepText(
        csvFile(
          columns.map(({ title }) => title),
          rows,
        ),
        `${name}.csv`,
      );
      say(
        rows.length === mostRows
          ? t('lists.exportedFirst', { n: mostRows })
          : t('lists.exported', { n: rows.length }),
      );
    } catch (error) {
      if (!signal.aborted) say(wordsOf(error).detail);
    } finally {
      running.current = undefined;
      setCount(undefined);
    }
  };
  const isRunning = count !== undefined;
  return (
    <Button size="xs" onClick={() => (isRunning ? running.current?.abort() : void run())} aria-live="polite">
      {isRunning ? t('lists.exporting', { n: number(count) }) : t('lists.export')}
    </Button>
  );
}
