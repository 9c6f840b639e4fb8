import {
  type AnyQueryBuilder,
  Model,
  type ModelClass,
  type RawBuilder,
  raw,
  snakeCaseMappers,
} from 'objection';

/**
 * The columns of a model's row: its declared properties. Relations, and what only some queries read, are declared as
 * optional.
 */
export type ColumnsOf<Row extends Model> = {
  [Column in keyof Omit<Row, keyof Model> as undefined extends Row[Column] ? never : Column]: Row[Column];
};

/**
 * Base of every model: snake_case columns, camelCase properties. The database or transaction is always passed
 * to `query()`; there is no global one.
 */
export abstract class BaseModel extends Model {
  static override columnNameMappers = snakeCaseMappers();
  static override useLimitInFirst = true;
}

/**
 * All columns of a model whose columns are fields, not `declare`d, but for some properties, for the select of a
 * {@link prepared} statement.
 */
export function columnsOf(model: ModelClass<Model>, without: readonly string[] = []): RawBuilder {
  const names = Object.keys(new model())
    .filter((name) => !without.includes(name))
    .map((name) => model.propertyNameToColumnName(name));
  return raw(names.map((name) => `${model.tableName}.${name}`).join(', '));
}

/**
 * A modifier: each connection prepares the statement once, under the name, which saves PostgreSQL the planning: half the
 * time of a read. Its text must be the same every time, and list its columns: with `*` it would fail after a migration
 * that adds one.
 */
export function prepared(query: AnyQueryBuilder, name: string): void {
  query.onBuildKnex((statement) => statement.options({ name }));
}

/** The row that an insert writes, for statements of Knex's builder, such as an insert that may find its record. */
export function rowOf(model: ModelClass<Model>, properties: object): Record<string, unknown> {
  return model.fromJson(properties, { skipValidation: true }).$toDatabaseJson();
}
