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
