import { useState } from 'react';
import { useLocation } from 'wouter';
import { type HoldAction, ioi } from '../../api/client.js';
import { today } from '../../api/days.js';
import { errorAt } from '../../api/problems.js';
import { useProductChoices } from '../../api/products.js';
import { useAction } from '../../api/queries.js';
import { SelectField, TextAreaField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { heldBusiness } from '../../parts/holds.js';
import { t, word } from '../../texts/texts.js';

const namesIn = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
const linesIn = (text: string) => [
  ...new Set(
    text
      .split(/[,;\n]+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** Declares a hold, and goes to its page. */
export function DeclareHold({ close }: { close: () => void }) {
  const [title, setTitle] = useState('');
  const [lineId, setLine] = useState('');
  const [firstDay, setFirst] = useState(today);
  const [lastDay, setLast] = useState('');
  const [states, setStates] = useState('');
  const [zips, setZips] = useState('');
  const [counties, setCounties] = useState('');
  const [coverages, setCoverages] = useState('');
  const [stops, setStops] = useState<Record<string, string>>({});
  const [, go] = useLocation();
  const products = [['', t('holds.all')] as const, ...useProductChoices().slice(1)];
  const declare = useAction(
    () =>
      ioi.holds.declare({
        title,
        ...(lineId && { lineId }),
        firstDay,
        lastDay: lastDay === '' ? null : lastDay,
        place: { states: namesIn(states), zips: namesIn(zips), counties: linesIn(counties) },
        coverages: namesIn(coverages),
        stops: Object.fromEntries(Object.entries(stops).filter(([, action]) => action !== '')) as {
          [business: string]: HoldAction;
        },
      }),
    {
      done: () => t('holds.declared', { name: title }),
      changes: [['holds'], ['quotes']],
      then: ({ id }) => go(`/holds/${id}`),
    },
  );
  const errorOf = (pointer: string) => errorAt(declare.error, pointer);
  const hasPlace = [states, zips, counties].some((each) => each.trim() !== '');
  const isEmpty = title.trim() === '' || !hasPlace || !Object.values(stops).some((each) => each !== '');
  const actions = [
    ['', t('holds.goesOn')] as const,
    ...(['DECLINE', 'REFER', 'FREEZE'] as const).map(
      (action) => [action, word('holdAction', action)] as const,
    ),
  ];
  return (
    <FormDialog
      wide
      title={t('holds.declare')}
      action={t('holds.declare')}
      act={declare}
      disabled={isEmpty || firstDay === ''}
      fields={['/title', '/lastDay', '/place/states', '/place/zips', '/place/counties']}
      submit={() => declare.mutate(undefined)}
      close={close}
    >
      <TextField
        label={t('holds.name')}
        hint={t('holds.nameHint')}
        value={title}
        onValue={setTitle}
        error={errorOf('/title')}
      />
      <SelectField label={t('holds.product')} value={lineId} choices={products} onValue={setLine} />
      <TextField type="date" label={t('holds.firstDay')} value={firstDay} onValue={setFirst} />
      <TextField
        type="date"
        label={t('holds.lastDay')}
        hint={t('holds.lastDayHint')}
        value={lastDay}
        onValue={setLast}
        error={errorOf('/lastDay')}
      />
      <TextField
        label={t('holds.states')}
        hint={t('holds.statesHint')}
        value={states}
        onValue={setStates}
        error={errorOf('/place/states')}
      />
      <TextAreaField label={t('holds.zips')} value={zips} onValue={setZips} error={errorOf('/place/zips')} />
      <TextAreaField
        label={t('holds.counties')}
        value={counties}
        onValue={setCounties}
        error={errorOf('/place/counties')}
      />
      <TextField
        label={t('holds.coverages')}
        hint={t('holds.coveragesHint')}
        value={coverages}
        onValue={setCoverages}
      />
      {heldBusiness.map((business) => (
        <SelectField
          key={business}
          label={word('heldBusiness', business)}
          value={stops[business] ?? ''}
          choices={actions}
          onValue={(action) => setStops({ ...stops, [business]: action })}
        />
      ))}
    </FormDialog>
  );
}
