import { z } from 'zod';
import type { CaseFailure } from '../../documents/product-files/case-report.js';
import { ProductRefused } from '../../documents/product-files/import-checked.js';
import { UnusableFile } from '../../documents/product-files/unusable-file.js';
import type { ServiceProblem } from './service-client.js';

const place = { line: z.int().default(1), column: z.int().default(1) };
const severity = z.enum(['ERROR', 'WARNING']).default('ERROR');

const unsound = z.object({
  refusal: z.literal('UNSOUND'),
  errorCount: z.int(),
  warningCount: z.int(),
  errors: z.array(z.object({ field: z.string(), detail: z.string(), file: z.string(), severity, ...place })),
});

const unusablePart = z.object({
  detail: z.string(),
  file: z.string(),
  line: z.int().optional(),
  column: z.int().default(1),
});
const unusable = z.object({
  refusal: z.literal('UNUSABLE_FILE'),
  errors: z.tuple([unusablePart], unusablePart),
});

const failing = z.object({
  refusal: z.literal('CASES_FAIL'),
  cases: z.int(),
  passed: z.int(),
  // Of this program's own service; checked as far as its file is renamed.
  failures: z.array(
    z.custom<CaseFailure>((value) => typeof (value as CaseFailure | null)?.file === 'string'),
  ),
});

/** The refusal of a product that a problem describes, with the files as they are on this machine; or undefined. */
export function refusalOf(
  { problem }: ServiceProblem,
  file: string,
  pathOf: (name: string) => string,
): ProductRefused | UnusableFile | undefined {
  const found = z.discriminatedUnion('refusal', [unsound, unusable, failing]).safeParse(problem).data;
  const none = { file, findings: [], errors: 0, warnings: 0, otherSheets: [], cases: null };
  switch (found?.refusal) {
    case 'UNSOUND':
      return new ProductRefused({
        ...none,
        findings: found.errors.map(({ field, detail, ...rest }) => ({
          ...rest,
          file: pathOf(rest.file),
          path: field,
          message: detail,
        })),
        errors: found.errorCount,
        warnings: found.warningCount,
      });
    case 'UNUSABLE_FILE': {
      const [first] = found.errors;
      const name = pathOf(first.file);
      if (first.line === undefined) return new UnusableFile(name, first.detail);
      const problems = found.errors.map(({ detail, line = 1, column }) => ({
        message: detail,
        line,
        column,
      }));
      return new UnusableFile(name, problems);
    }
    case 'CASES_FAIL': {
      const failures = found.failures.map((failure) => ({ ...failure, file: pathOf(failure.file) }));
      return new ProductRefused({ ...none, cases: { cases: found.cases, passed: found.passed, failures } });
    }
    case undefined:
      return undefined;
  }
}
