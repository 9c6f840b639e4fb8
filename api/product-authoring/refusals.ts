import { ProductError, type ProductErrorCode } from '../../db/products/product-error.js';
import type { CaseReport } from '../../documents/product-files/case-report.js';
import type { CheckedProduct } from '../../documents/product-files/check-product.js';
import { ProductRefused } from '../../documents/product-files/import-checked.js';
import { UnusableFile } from '../../documents/product-files/unusable-file.js';
import { type AppError, BadRequest, Conflict, type FieldError, NotFound } from '../errors/app-error.js';

/** The fields of the body that name a record, by the error that there is none. */
type FieldNames = Partial<Record<ProductErrorCode, string>>;

/** Runs an author's request; what the product's rules refuse becomes an answer. */
export async function answering<Result>(
  work: () => Promise<Result>,
  fields: FieldNames = {},
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asAppError(error, fields) ?? error;
  }
}

/** A product with errors (400): each finding with its key, file, line and column. */
export function unsoundProduct({
  findings,
  errors,
  warnings,
}: Omit<CheckedProduct, 'definition'>): BadRequest {
  const fields = findings.map(
    ({ file, path, message, ...place }): FieldError => ({
      field: path,
      detail: message,
      path: ['files', file],
      source: { file, ...place },
    }),
  );
  return new BadRequest(fields, {
    code: 'PRODUCT_UNSOUND',
    extensions: { refusal: 'UNSOUND', errorCount: errors, warningCount: warnings },
  });
}

function asAppError(error: unknown, fields: FieldNames): AppError | undefined {
  if (error instanceof UnusableFile) return unusable(error);
  if (error instanceof ProductRefused) {
    const { refused } = error;
    return refused.cases === null ? unsoundProduct(refused) : failingCases(refused.cases);
  }
  if (error instanceof ProductError) return refusedChange(error, fields[error.code]);
  return undefined;
}

function unusable({ file, problems }: UnusableFile): BadRequest {
  const path = ['files', file];
  const fields: FieldError[] =
    typeof problems === 'string'
      ? [{ field: file, detail: problems, path, source: { file } }]
      : problems.map(({ message, line, column }) => ({
          field: file,
          detail: message,
          path,
          source: { file, line, column },
        }));
  return new BadRequest(fields, { code: 'FILE_UNUSABLE', extensions: { refusal: 'UNUSABLE_FILE' } });
}

function failingCases({ cases, passed, failures }: CaseReport): Conflict {
  const errors = failures.flatMap(({ file, line, column, case: name, differences }) =>
    differences.map(
      ({ key, expected, got }): FieldError => ({
        field: key,
        detail: `case "${name}": expected ${expected}, got ${got ?? 'nothing'}`,
        path: ['files', file],
        source: { file, line, column },
      }),
    ),
  );
  return new Conflict(`${cases - passed} of ${cases} cases fail`, {
    code: 'CASES_FAIL',
    errors,
    extensions: { refusal: 'CASES_FAIL', cases, passed, failures },
  });
}

function refusedChange({ code, message, places }: ProductError, field: string | undefined): AppError {
  switch (code) {
    case 'UNKNOWN_CONSENT':
    case 'UNKNOWN_ORGANIZATION':
    case 'UNKNOWN_PRODUCT':
    case 'UNKNOWN_VERSION':
      return notFound(message, field);
    case 'UNKNOWN_COVERAGE':
    case 'TOO_FINE_AMOUNT':
      return new BadRequest([{ field: field ?? 'coverage', detail: message }]);
    // Nobody learns whose it is.
    case 'OWNED_BY_ANOTHER_ORGANIZATION':
      return new Conflict(
        'the id of the product is taken; a copy needs its own line, configuration and action ids',
        { code: 'DUPLICATE' },
      );
    case 'KEY_IN_USE':
      return new Conflict(message, { code: 'DUPLICATE' });
    case 'NO_CONSENT':
      return new Conflict(message, { code: 'NO_CONSENT', errors: places });
    case 'KEY_CHANGED':
    case 'ARCHIVED':
    case 'UNSOUND':
    case 'NOT_DEPLOYED':
    case 'OWNER_NEEDS_NO_LICENSE':
    case 'OWNER_NEEDS_NO_CONSENT':
      return new Conflict(message);
  }
}

function notFound(message: string, field: string | undefined): NotFound {
  const [, what = 'record', id] = /^there is no (.+) (\S+)$/.exec(message) ?? [];
  return new NotFound(what, id, field === undefined ? undefined : { field });
}
