import { organizationAttribute } from './search-attributes.js';

/** The workflow type: one for each book that was sent. */
export const bookType = 'book';

export interface BookInput {
  bookId: string;
}

/** What its workflow is started with. */
export interface BookToRun {
  bookId: string;
  organizationId: string;
  mode: string;
  /** The name of the system that it comes from. */
  source: string;
}

export const bookWorkflowId = (bookId: string): string => `book-${bookId}`;

/** The options that a book is started with; one whose workflow was terminated may start again. */
export function bookOptions({ bookId, organizationId, mode, source }: BookToRun) {
  return {
    workflowId: bookWorkflowId(bookId),
    args: [{ bookId }] as [BookInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    typedSearchAttributes: [{ key: organizationAttribute, value: organizationId }],
    staticSummary: `${mode} ${source}`,
  };
}
