import { type LintIssue, pathText } from '../../ground/lint-issue.js';

/** So many issues of one cause are listed; more are one, with their number. */
const mostAlike = 5;
/** The places of further ones that are told. */
const toldPlaces = 3;

/** Issues of one cause as one: a slip in a table's header makes an error in each of its rows. */
export function rolledUp<Issue extends LintIssue>(issues: readonly Issue[]): Issue[] {
  const groups = new Map<string, Issue[]>();
  for (const issue of issues) {
    const cause = causeOf(issue);
    const known = groups.get(cause);
    if (known) known.push(issue);
    else groups.set(cause, [issue]);
  }
  return issues.flatMap((issue) => {
    const alike = groups.get(causeOf(issue)) ?? [];
    if (alike.length <= mostAlike) return [issue];
    return alike[0] === issue ? [asOne(issue, alike.slice(1))] : [];
  });
}

function asOne<Issue extends LintIssue>(first: Issue, others: readonly Issue[]): Issue {
  const places = others.slice(0, toldPlaces).map(({ path }) => pathText(path));
  const more = others.length > toldPlaces ? ', …' : '';
  return {
    ...first,
    message: `${first.message}; and ${others.length} more like it: ${places.join(', ')}${more}`,
  };
}

/** What issues of one cause share: the place and the message, apart from numbers and from names in quotes. */
function causeOf({ severity, path, message }: LintIssue): string {
  const place = path.map((part) => (typeof part === 'number' ? '#' : part)).join('\n');
  const said = message.replaceAll(/"[^"]*"/g, '"').replaceAll(/-?\d[\d.,-]*/g, '#');
  return `${severity}\n${place}\n${said}`;
}
