import type { LintIssue } from '../ground/lint-issue.js';
import { segmentsOf } from './holding.js';
import type { PatchedParts } from './patched-parts.js';
import { OverlaidParts } from './resolve.js';

/** Changes that name nothing, that meet, or that make a part which cannot be read, in any combination that can hold. */
export function overlayFaults(definition: PatchedParts): LintIssue[] {
  const { overlays = [] } = definition;
  if (overlays.length === 0) return [];
  const parts = new OverlaidParts(definition);
  const problems = parts.problems();
  if (problems.length > 0) return problems;
  return segmentsOf(overlays).flatMap((segment) => parts.with(segment.overlays).issues);
}
