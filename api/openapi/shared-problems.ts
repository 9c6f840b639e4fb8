interface Document {
  paths?: Record<string, Record<string, { responses: Record<string, object> }>>;
  components?: { responses?: Record<string, object> };
}

const names: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  503: 'Unavailable',
  default: 'OtherFailure',
};

/** Describes the problem that most operations answer with a status once: they refer to it. */
export function shareProblems(document: object): void {
  const { paths = {}, components = {} } = document as Document;
  const answers = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ responses }) => responses),
  );
  const shared: Record<string, object> = {};
  for (const [status, name] of Object.entries(names)) {
    const commonest = commonestOf(answers.flatMap((responses) => responses[status] ?? []));
    if (commonest === undefined) continue;
    shared[name] = JSON.parse(commonest);
    for (const responses of answers) {
      if (JSON.stringify(responses[status]) !== commonest) continue;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  components.responses = { ...components.responses, ...shared };
}

/** Of more than two, the one that is there most often, as text. */
function commonestOf(responses: readonly object[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of responses.map((response) => JSON.stringify(response))) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first !== undefined && first[1] > 2 ? first[0] : undefined;
}
