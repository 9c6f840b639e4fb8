import { useState } from 'react';
import type { Density } from '../table.js';

/** How a person sees a list in this browser, whatever it shows. */
export interface ListSettings {
  /** The columns that are shown; absent: those of the list. */
  columns?: readonly string[] | undefined;
  density: Density;
}

const keyOf = (list: string) => `ioi.list.${list}`;

function kept(list: string): ListSettings {
  try {
    const { columns, density } = JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}');
    return {
      columns: Array.isArray(columns) ? columns.filter((each) => typeof each === 'string') : undefined,
      density: density === 'compact' ? 'compact' : 'comfortable',
    };
  } catch {
    return { density: 'comfortable' };
  }
}

/** The settings of a list, which this browser keeps. */
export function useListSettings(list: string): [ListSettings, (changed: ListSettings) => void] {
  const [settings, setSettings] = useState(() => kept(list));
  const change = (changed: ListSettings) => {
    setSettings(changed);
    localStorage.setItem(keyOf(list), JSON.stringify(changed));
  };
  return [settings, change];
}
