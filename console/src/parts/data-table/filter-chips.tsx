import { Button, CloseButton, Menu, Popover } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../texts/texts.js';
import s from './data-table.module.css';
import type { ListFilter } from './filter.js';

type Values = Readonly<Record<string, unknown>>;

/** The filters that a list has: each a chip that opens its field, and a menu with the others. */
export function FilterChips({
  filters,
  values,
  change,
}: {
  filters: readonly ListFilter[];
  values: Values;
  change: (changes: Record<string, string | undefined>) => void;
}) {
  const [opened, setOpened] = useState<string>();
  const textOf = ({ name }: ListFilter) => String(values[name] ?? '');
  const shown = filters.filter((filter) => textOf(filter) !== '' || filter.name === opened);
  const others = filters.filter((filter) => !shown.includes(filter));
  const clear = () => change(Object.fromEntries(filters.map(({ name }) => [name, undefined])));
  return (
    <>
      {shown.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          value={textOf(filter)}
          opened={filter.name === opened}
          setOpened={(isOpened) => setOpened(isOpened ? filter.name : undefined)}
          change={(value) => change({ [filter.name]: value || undefined })}
        />
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" variant="subtle" color="gray">
              + {t('lists.filter')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ name, label }) => (
              <Menu.Item key={name} onClick={() => setOpened(name)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {shown.some((filter) => textOf(filter) !== '') && (
        <Button size="xs" variant="subtle" color="gray" onClick={clear}>
          {t('parts.clear')}
        </Button>
      )}
    </>
  );
}

function Chip({
  filter: { label, shows, field },
  value,
  opened,
  setOpened,
  change,
}: {
  filter: ListFilter;
  value: string;
  opened: boolean;
  setOpened: (isOpened: boolean) => void;
  change: (value: string) => void;
}) {
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <span className={s.chip}>
        <Popover.Target>
          <button type="button" className={s.chipText} onClick={() => setOpened(!opened)}>
            <span className="quiet">{label}</span> {value !== '' && shows(value)}
          </button>
        </Popover.Target>
        <CloseButton
          size="xs"
          aria-label={t('lists.removeFilter', { label })}
          onClick={() => {
            setOpened(false);
            change('');
          }}
        />
      </span>
      <Popover.Dropdown>
        <form
          className={s.chipField}
          onSubmit={(event) => {
            event.preventDefault();
            setOpened(false);
          }}
        >
          {field(value, change)}
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
