import { SegmentedControl, TagsInput, type TagsInputProps } from '@mantine/core';
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
import { Page, Section, Tiles } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { useFields } from '../../parts/use-fields.js';
import { t, word } from '../../texts/texts.js';
import s from './holds.module.css';

const actions = ['DECLINE', 'REFER', 'FREEZE'] as const satisfies readonly HoldAction[];
type Stops = Partial<Record<(typeof heldBusiness)[number], HoldAction>>;

const none: string[] = [];
const nothing = () => ({ title: '', lineId: '', firstDay: today(), lastDay: '', coverages: none });
const nowhere = { states: none, zips: none, counties: none };

/** Declares a hold: what it is called, when and where it holds, and what it stops. */
export function DeclareHoldPage() {
  const [values, field] = useFields(nothing);
  const [place, placeField] = useFields(nowhere, '/place');
  const [stops, setStops] = useState<Stops>({});
  const { title, lineId, firstDay, lastDay, coverages } = values;
  const [, go] = useLocation();
  const products = [['', t('holds.all')] as const, ...useProductChoices().slice(1)];
  const declare = useAction(
    () =>
      ioi.holds.declare({
        title,
        ...(lineId && { lineId }),
        firstDay,
        lastDay: lastDay === '' ? null : lastDay,
        place,
        coverages,
        stops,
      }),
    {
      done: () => t('holds.declared', { name: title }),
      changes: [['holds'], ['quotes']],
      then: ({ id }) => go(`/holds/${id}`),
    },
  );
  const isShown = [...field.pointers, ...placeField.pointers].some(
    (pointer) => errorAt(declare.error, pointer) !== '',
  );
  const hasPlace = Object.values(place).some((names) => names.length > 0);
  const isWhole =
    title.trim() !== '' && firstDay !== '' && hasPlace && Object.values(stops).some((each) => each);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) declare.mutate(undefined);
  };
  return (
    <Page title={t('holds.declare')}>
      <form className={s.form} onSubmit={submit}>
        <TextField label={t('holds.name')} hint={t('holds.nameHint')} {...field('title', declare)} />
        <Section title={t('holds.when')}>
          <Tiles isWhole>
            <TextField type="date" label={t('holds.firstDay')} {...field('firstDay', declare)} />
            <TextField
              type="date"
              label={t('holds.lastDay')}
              hint={t('holds.lastDayHint')}
              {...field('lastDay', declare)}
            />
          </Tiles>
        </Section>
        <Section title={t('holds.where')}>
          <Names
            label={t('holds.states')}
            description={t('holds.statesHint')}
            {...placeField('states', declare)}
            onValue={(given) => placeField('states').onValue(given.map((each) => each.toUpperCase()))}
          />
          <Names label={t('holds.zips')} {...placeField('zips', declare)} />
          <Names label={t('holds.counties')} splitChars={[',', ';']} {...placeField('counties', declare)} />
        </Section>
        <Section title={t('holds.what')}>
          <Tiles isWhole>
            <SelectField label={t('holds.product')} choices={products} {...field('lineId', declare)} />
            <Names
              label={t('holds.coverages')}
              description={t('holds.coveragesHint')}
              {...field('coverages', declare)}
            />
          </Tiles>
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
function Names({ onValue, ...props }: TagsInputProps & { onValue: (values: string[]) => void }) {
  return <TagsInput splitChars={[',', ';', ' ']} {...props} onChange={onValue} />;
}
