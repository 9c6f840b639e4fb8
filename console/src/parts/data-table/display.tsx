import { Button, Checkbox, Popover, SegmentedControl, Stack } from '@mantine/core';
import { t } from '../../texts/texts.js';
import type { Density } from '../table.js';

interface Choice {
  id: string;
  title: string;
  isShown: boolean;
  /** The first column names the row. */
  isFixed: boolean;
  toggle: () => void;
}

/** Which columns a list has, and how high its rows are. */
export function Display({
  columns,
  density,
  setDensity,
}: {
  columns: readonly Choice[];
  density: Density;
  setDensity: (density: Density) => void;
}) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs">{t('lists.display')} ▾</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={t('lists.density')}
            value={density}
            onChange={(chosen) => setDensity(chosen as Density)}
            data={[
              { value: 'comfortable', label: t('lists.comfortable') },
              { value: 'compact', label: t('lists.compact') },
            ]}
          />
          <Stack gap={6} role="group" aria-label={t('lists.columns')}>
            {columns.map(({ id, title, isShown, isFixed, toggle }) => (
              <Checkbox
                key={id}
                size="xs"
                label={title}
                checked={isShown}
                disabled={isFixed}
                onChange={toggle}
              />
            ))}
          </Stack>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
