import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import s from './figures.module.css';

/** What is drawn of each row. */
export interface Series<Row> {
  title: string;
  value: (row: Row) => number;
  /** The list behind a bar. */
  to?: ((row: Row) => string | undefined) | undefined;
}

export interface PictureProps<Row> {
  /** What the picture shows, for those who do not see it. A table beside it has the figures. */
  title: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  series: readonly Series<Row>[];
  format: (value: number) => string;
}

/** With its library, which is loaded with the first picture. */
const Bars = lazy(async () => {
  const { Bars: drawn } = await import('./bar-chart.js');
  return { default: drawn as ComponentType<PictureProps<unknown>> };
}) as unknown as <Row>(props: PictureProps<Row>) => ReactNode;

/** Figures as bars. Its place is as high before it is drawn. */
export function Picture<Row>(props: PictureProps<Row>) {
  return (
    <figure className={s.picture} role="img" aria-label={props.title}>
      <Suspense>
        <Bars {...props} />
      </Suspense>
    </figure>
  );
}
