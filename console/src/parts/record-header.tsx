import { ActionIcon, Group, Menu, Stack } from '@mantine/core';
import { Fragment, type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { t } from '../texts/texts.js';
import type { Tone } from './badge.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import p from './parts.module.css';
import s from './record-header.module.css';

/** Something that can be done with a record. */
export interface RecordAction {
  title: string;
  look?: 'main' | 'danger' | undefined;
  act: () => void;
}

export interface Figure {
  name: string;
  value: ReactNode;
  /** What the value is, in small: `with taxes and fees`. */
  note?: ReactNode;
  tone?: Tone;
}

export interface RecordHeaderProps {
  /** Whose record it is: the insured or the client. */
  name: string;
  /** The page of the client, where the record is none. */
  to?: string | undefined;
  /** What tells it apart, in the tab of the browser, too: the number of a policy. */
  number?: string | undefined;
  /** Its kind, product and the like, of which the first nonempty ones are shown above the name. */
  kicker: readonly ReactNode[];
  /** How it stands. */
  standing?: ReactNode;
  /** Dates and amounts, the most wanted first. */
  figures: readonly (Figure | false | undefined)[];
  /** The first two are buttons, the rest is in a menu, what cannot be undone at its end. */
  actions: readonly RecordAction[];
  /** Controls that are no plain actions, such as downloads, before the buttons. */
  controls?: ReactNode;
}

/** The page of a record: one header for policies, quotes and clients, and what is below it. */
export function RecordPage({ children, ...header }: RecordHeaderProps & { children: ReactNode }) {
  const { name, number } = header;
  useEffect(() => {
    document.title = `${[name, number].filter(Boolean).join(' ')} · ${t('shell.name')}`;
  }, [name, number]);
  return (
    <div className={p.page}>
      <RecordHeader {...header} />
      {children}
    </div>
  );
}

function RecordHeader({ name, to, number, kicker, standing, figures, actions, controls }: RecordHeaderProps) {
  const shown = figures.filter((figure) => figure !== false && figure !== undefined);
  const above = [...kicker, number && <span className="numbers">{number}</span>].filter(Boolean);
  return (
    <Stack component="header" gap={16}>
      <Group gap="12px 16px" align="flex-start" justify="space-between">
        <div className={s.title}>
          <div className={s.kicker}>
            {above.map((each, index) => (
              <span key={index}>{each}</span>
            ))}
          </div>
          <Group gap="4px 10px">
            <h1>{to === undefined ? name : <Link href={to}>{name}</Link>}</h1>
            {standing}
          </Group>
        </div>
        <Group gap={8} align="stretch">
          {controls}
          {actions.slice(0, 2).map(({ title, look, act }) => (
            <Button key={title} look={look} onClick={act}>
              {title}
            </Button>
          ))}
          {actions.length > 2 && <More actions={actions.slice(2)} />}
        </Group>
      </Group>
      {shown.length > 0 && (
        <dl className={s.figures}>
          {shown.map(({ name: of, value, note, tone }) => (
            <div key={of} className={s.figure}>
              <dt>{of}</dt>
              <dd>
                <span className={s.value} data-tone={tone}>
                  {value}
                </span>
                {note && <div className={s.note}>{note}</div>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Stack>
  );
}

function More({ actions }: { actions: readonly RecordAction[] }) {
  const [harmless, dangerous] = [
    actions.filter(({ look }) => look !== 'danger'),
    actions.filter(({ look }) => look === 'danger'),
  ];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('parts.more')}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {[harmless, dangerous].map((group, index) => (
          <Fragment key={index === 0 ? 'harmless' : 'dangerous'}>
            {index > 0 && group.length > 0 && harmless.length > 0 && <Menu.Divider />}
            {group.map(({ title, look, act }) => (
              <Menu.Item key={title} color={look === 'danger' ? 'red' : undefined} onClick={act}>
                {title}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
