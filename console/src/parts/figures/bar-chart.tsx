import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useLocation } from 'wouter';
import type { PictureProps } from './picture-props.js';

const colors = ['var(--accent)', 'teal.6', 'orange.6'];

/** Bars beside each other, none before another one; a click opens what a bar counts. */
export function Bars<Row>({ rows, nameOf, series, format }: PictureProps<Row>) {
  const [, go] = useLocation();
  const data = rows.map((row) => ({
    name: nameOf(row),
    ...Object.fromEntries(series.map(({ title, value }) => [title, value(row)])),
  }));
  const linkOf = (title: string, index: number) => {
    const row = rows[index];
    return row && series.find((each) => each.title === title)?.to?.(row);
  };
  return (
    <BarChart
      h={260}
      data={data}
      dataKey="name"
      series={series.map(({ title }, index) => ({ name: title, color: colors[index] ?? 'gray.5' }))}
      valueFormatter={format}
      withLegend={series.length > 1}
      legendProps={{ verticalAlign: 'top', height: 36, itemSorter: null }}
      maxBarWidth={48}
      yAxisProps={{ width: 84, allowDecimals: false }}
      // The table beside it is what a keyboard and a screen reader go through.
      accessibilityLayer={false}
      barProps={({ name }) => ({
        isAnimationActive: false,
        cursor: rows.some((_, index) => linkOf(name, index)) ? 'pointer' : undefined,
        onClick: (_bar: unknown, index: number) => {
          const to = linkOf(name, index);
          if (to) go(to);
        },
      })}
    />
  );
}
