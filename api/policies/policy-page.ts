import type { FoundPolicies } from '../../db/policies/search-policies.js';
import { pageOf } from '../http/page.js';
import { withJson } from '../http/send-json.js';

/** The JSON text of a page of policy summaries (spec 4.7). */
export function pageText({ total, policies }: FoundPolicies, paging: { page: number; size: number }): string {
  const { content, ...page } = pageOf(policies, paging, total);
  const summaries = content.map(({ policyMeta, policyIntegrationData, premium, ...summary }) =>
    withJson({ ...summary, premium: Number(premium) }, { policyMeta, policyIntegrationData }),
  );
  const sort = { sorted: true, unsorted: false, empty: false };
  return withJson({ ...page, sort }, { content: `[${summaries.join()}]` });
}
