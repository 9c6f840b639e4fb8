import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import s from './figures.module.css';
import type { PictureProps } from './picture-props.js';

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
