import { Model, type ModelClass, snakeCaseMappers } from 'objection';

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

/** The row that an insert writes, for statements of Knex's builder, such as an insert that may find its record. */
export function rowOf(model: ModelClass<Model>, properties: object): Record<string, unknown> {
  return model.fromJson(properties, { skipValidation: true }).$toDatabaseJson();
}
