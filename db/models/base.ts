import { Model, snakeCaseMappers } from 'objection';

/**
 * Base of every model: snake_case columns, camelCase properties. The database or transaction is always passed
 * to `query()`; there is no global one.
 */
export abstract class BaseModel extends Model {
  static override columnNameMappers = snakeCaseMappers();
  static override useLimitInFirst = true;
}
