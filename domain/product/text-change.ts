import type { LintIssue } from '../ground/lint-issue.js';

/** A text of a product as its author wrote it. */
export interface ProductText {
  text: string;
  /** What says it: the id of a question or rule, the code of a coverage, the name of a form; empty for a title. */
  place: string;
  /** The part of the product that it is in, for findings. */
  path: LintIssue['path'];
  /** It may have values in double braces. */
  isTemplate: boolean;
}

/** Gives a text for a text. */
export type TextChange = (text: ProductText) => string;

/** Changes the texts of one place. */
export type ChangeAt = (text: string, place: string, isTemplate?: boolean) => string;
