import { ioi, type ProductVersionDefinition } from '../../api/client.js';
import { today } from '../../api/days.js';
import { errorAt } from '../../api/problems.js';
import { useRead } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import type { Column } from '../../parts/column.js';
import { SelectField, TextField } from '../../parts/field.js';
import { date, text, useFilters } from '../../parts/filters.js';
import { Help } from '../../parts/help.js';
import { Empty, Filters, Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { day, listOf, number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { Differences } from './differences.js';

interface Overlay {
  name: string;
  state: string | string[];
  from: string;
  until?: string;
  policiesInForce?: boolean;
  changes: unknown[];
}
interface Choosing {
  qid?: unknown;
  answerChoices?: (string | { value: string; label?: string })[];
}

const filters = { state: text, on: date };
const statesOf = ({ state }: Overlay): string[] => [state].flat();

/** What a product has otherwise in some states: each overlay, and what holds in a state on a day. */
export function Overlays({ definition }: { definition: ProductVersionDefinition }) {
  const [values, change] = useFilters(filters);
  const { overlays = [], policy } = definition.definition as {
    overlays?: Overlay[];
    policy?: { place?: { stateQuestion?: string } };
  };
  if (overlays.length === 0) return <Empty>{t('products.noOverlays')}</Empty>;
  const states = choicesOf(definition.definition, policy?.place?.stateQuestion ?? 'client.state');
  const state = values.state ?? statesOf(overlays[0] as Overlay)[0] ?? '';
  const on = values.on ?? today();
  return (
    <>
      <Section title={t('products.overlays')} actions={<Help term="overlay" />}>
        <Table
          label={t('products.overlays')}
          columns={columns(on)}
          rows={overlays}
          keyOf={({ name }) => name}
        />
      </Section>
      <Section title={t('products.holdsIn')}>
        <Filters>
          <SelectField
            label={t('products.state')}
            value={state}
            choices={states}
            onValue={(chosen) => change({ state: chosen })}
          />
          <TextField
            type="date"
            label={t('products.onDay')}
            value={on}
            onValue={(chosen) => change({ on: chosen })}
          />
        </Filters>
        <Holding definition={definition} state={state} on={on} />
      </Section>
    </>
  );
}

const isHolding = ({ from, until }: Overlay, on: string) => from <= on && (until === undefined || on < until);

const columns = (on: string): Column<Overlay>[] => [
  { id: 'name', title: t('products.name'), below: (each) => statesOf(each).join(', ') },
  { title: t('products.states'), cell: (each) => listOf(statesOf(each), 'and'), wide: true },
  {
    title: t('products.holdsOn'),
    cell: ({ from, until }) =>
      until
        ? t('products.holdsUntil', { from: day(from), until: day(until) })
        : t('products.holdsFrom', { from: day(from) }),
    width: '250px',
  },
  {
    title: t('products.changes'),
    cell: ({ changes }) => number(changes.length),
    align: 'end',
    width: '100px',
    wide: true,
  },
  {
    title: t('products.onThatDay'),
    cell: (each) => isHolding(each, on) && <Badge tone="good">{t('products.holds')}</Badge>,
    width: '110px',
    wide: true,
  },
];

/** How the product differs in a state from what holds where no overlay does. */
function Holding({
  definition,
  state,
  on,
}: {
  definition: ProductVersionDefinition;
  state: string;
  on: string;
}) {
  const { versionId } = definition;
  const found = useRead(
    ['products', 'definition', versionId, state, on],
    (signal) => ioi.products.version(versionId, { state, on }, { signal }),
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
  const { overlays: _overlays, included: _included, ...base } = definition.definition;
  const wrong = errorAt(found.error, '/state');
  if (wrong) return <Empty>{wrong}</Empty>;
  return (
    <Loaded query={found}>
      {(holding) => (
        <>
          <p role="status">
            {holding.overlays?.length
              ? t('products.overlaysHold', { names: listOf(holding.overlays, 'and') })
              : t('products.noneHolds')}
          </p>
          {holding.overlays?.length ? (
            <Differences before={{ ...definition, definition: base }} after={holding} />
          ) : null}
        </>
      )}
    </Loaded>
  );
}

/** The choices of a question, wherever the definition asks it. */
function choicesOf(within: unknown, qid: string): (readonly [value: string, text: string])[] {
  if (typeof within !== 'object' || within === null) return [];
  const { qid: own, answerChoices = [] } = within as Choosing;
  if (own === qid)
    return answerChoices.map((each) =>
      typeof each === 'string' ? [each, each] : [each.value, each.label ?? each.value],
    );
  for (const part of Object.values(within)) {
    const found = choicesOf(part, qid);
    if (found.length > 0) return found;
  }
  return [];
}
