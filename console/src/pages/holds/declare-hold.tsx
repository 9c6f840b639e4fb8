import { SegmentedControl, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { type HoldAction, ioi } from '../../api/client.js';
import { today } from '../../api/days.js';
import { errorAt } from '../../api/problems.js';
import { useProductChoices } from '../../api/products.js';
import { useAction } from '../../api/queries.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { Actions } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { heldBusiness } from '../../parts/holds.js';
import { Page, Section } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { t, word } from '../../texts/texts.js';
import s from './holds.module.css';

const actions = ['DECLINE', 'REFER', 'FREEZE'] as const satisfies readonly HoldAction[];
type Stops = Partial<Record<(typeof heldBusiness)[number], HoldAction>>;

const fields = ['/title', '/firstDay', '/lastDay', '/place/states', '/place/zips', '/place/counties'];

/** Declares a hold: what it is called, when and where it holds, and what it stops. */
export function DeclareHoldPage() {
  const [title, setTitle] = useState('');
  const [lineId, setLine] = useState('');
  const [firstDay, setFirst] = useState(today);
  const [lastDay, setLast] = useState('');
  const [states, setStates] = useState<string[]>([]);
  const [zips, setZips] = useState<string[]>([]);
  const [counties, setCounties] = useState<string[]>([]);
  const [coverages, setCoverages] = useState<string[]>([]);
  const [stops, setStops] = useState<Stops>({});
  const [, go] = useLocation();
  const products = [['', t('holds.all')] as const, ...useProductChoices().slice(1)];
  const declare = useAction(
    () =>
      ioi.holds.declare({
        title,
        ...(lineId && { lineId }),
        firstDay,
        lastDay: lastDay === '' ? null : lastDay,
        place: { states, zips, counties },
        coverages,
        stops,
      }),
    {
      done: () => t('holds.declared', { name: title }),
      changes: [['holds'], ['quotes']],
      then: ({ id }) => go(`/holds/${id}`),
    },
  );
  const errorOf = (pointer: string) => errorAt(declare.error, pointer);
  const isShown = fields.some((pointer) => errorOf(pointer) !== '');
  const hasPlace = states.length + zips.length + counties.length > 0;
  const isWhole =
    title.trim() !== '' && firstDay !== '' && hasPlace && Object.values(stops).some((each) => each);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) declare.mutate(undefined);
  };
  return (
    <Page title={t('holds.declare')}>
      <form className={s.form} onSubmit={submit}>
        <TextField
          label={t('holds.name')}
          hint={t('holds.nameHint')}
          value={title}
          onValue={setTitle}
          error={errorOf('/title')}
        />
        <Section title={t('holds.when')}>
          <div className={s.pair}>
            <TextField
              type="date"
              label={t('holds.firstDay')}
              value={firstDay}
              onValue={setFirst}
              error={errorOf('/firstDay')}
            />
            <TextField
              type="date"
              label={t('holds.lastDay')}
              hint={t('holds.lastDayHint')}
              value={lastDay}
              onValue={setLast}
              error={errorOf('/lastDay')}
            />
          </div>
        </Section>
        <Section title={t('holds.where')}>
          <Names
            label={t('holds.states')}
            hint={t('holds.statesHint')}
            values={states}
            onValues={(given) => setStates(given.map((each) => each.toUpperCase()))}
            error={errorOf('/place/states')}
          />
          <Names label={t('holds.zips')} values={zips} onValues={setZips} error={errorOf('/place/zips')} />
          <Names
            label={t('holds.counties')}
            values={counties}
            between={[',', ';']}
            onValues={setCounties}
            error={errorOf('/place/counties')}
          />
        </Section>
        <Section title={t('holds.what')}>
          <div className={s.pair}>
            <SelectField label={t('holds.product')} value={lineId} choices={products} onValue={setLine} />
            <Names
              label={t('holds.coverages')}
              hint={t('holds.coveragesHint')}
              values={coverages}
              onValues={setCoverages}
            />
          </div>
          {heldBusiness.map((business) => (
            <div key={business} className={s.stop}>
              <span id={`stop-${business}`}>{word('heldBusiness', business)}</span>
              <SegmentedControl
                aria-labelledby={`stop-${business}`}
                size="xs"
                value={stops[business] ?? ''}
                onChange={(chosen) => {
                  const { [business]: _, ...others } = stops;
                  const action = actions.find((each) => each === chosen);
                  setStops(action === undefined ? others : { ...others, [business]: action });
                }}
                data={[
                  { value: '', label: t('holds.goesOn') },
                  ...actions.map((action) => ({ value: action, label: t(`holds.actions.${action}`) })),
                ]}
              />
            </div>
          ))}
        </Section>
        {declare.error && !isShown && <Problem error={declare.error} />}
        <Actions>
          <ButtonLink to="/holds">{t('parts.cancel')}</ButtonLink>
          <Button type="submit" look="main" busy={declare.isPending} disabled={!isWhole}>
            {t('holds.declare')}
          </Button>
        </Actions>
      </form>
    </Page>
  );
}

/** Several names, typed or pasted with commas or spaces between them. */
function Names({
  label,
  hint,
  values,
  between = [',', ';', ' '],
  error,
  onValues,
}: {
  label: string;
  hint?: string;
  values: string[];
  between?: string[];
  error?: string;
  onValues: (values: string[]) => void;
}) {
  return (
    <TagsInput
      label={label}
      description={hint}
      error={error}
      value={values}
      splitChars={between}
      onChange={onValues}
    />
  );
}
