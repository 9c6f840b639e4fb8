import { problemCodeNames, problemCodes } from '../../api/errors/problem-codes.js';

/** `docs/reference/problems.md` as the codes are declared. */
export function problemsMarkdown(): string {
  const sections = problemCodeNames.map((code) => {
    const { status, title, meaning, remedy } = problemCodes[code];
    return `## ${code}\n\n${status}: ${title}. ${meaning} ${remedy}\n`;
  });
  return `${head}\n${sections.join('\n')}`;
}

const head = `<!-- Written from api/errors/problem-codes.ts by npm run docs:problems -->

# Problem codes

*For integrators.*

Every failure is a [problem](interface.md#errors) (RFC 9457) with a \`code\`. Codes are stable, and a later release may add
some: treat an unknown code by its \`status\`. The \`type\` of a problem leads to the code on the page \`/docs/problems\` of the
service, which has the same texts. A refusal by a rule of the business without a code of its own is \`EVENT_REFUSED\`.
`;
