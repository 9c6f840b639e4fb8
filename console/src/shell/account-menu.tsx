import { Avatar, type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { AssistantList } from '../parts/assistants/assistant-list.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { ChangePassword } from '../session/change-password.js';
import { me } from '../session/me.js';
import { OwnSessions } from '../session/own-sessions.js';
import { SecondFactor } from '../session/second-factor.js';
import { session } from '../session/session.js';
import { currentLanguage, type Language, languages, t, word } from '../texts/texts.js';
import s from './shell.module.css';

const schemes: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];
type Opened = 'assistants' | 'sessions' | 'password' | 'secondFactor';

/** Who is signed in and for whom; how the console looks and speaks; password, sessions, and the way out. */
export function AccountMenu({ onLanguage }: { onLanguage: (language: Language) => void }) {
  const [opened, setOpened] = useState<Opened>();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const { name, organizationName, roles, hasSecondFactor } = me();
  const close = () => setOpened(undefined);
  const says = roles.map((role) => word('role', role)).join(', ');
  return (
    <>
      <Menu position="top-start" width={232}>
        <Menu.Target>
          <UnstyledButton className={s.account}>
            <Avatar size={28} name={name} color="blue" aria-hidden />
            <span>
              <span className="hidden-visually">{t('shell.account')} </span>
              <bdi>{name}</bdi>
              <span className="quiet">{says || organizationName}</span>
            </span>
            <Icon name="unfold" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <bdi>{name}</bdi> · <bdi>{organizationName}</bdi>
          </Menu.Label>
          <Menu.Item onClick={() => setOpened('sessions')}>{t('session.sessions')}</Menu.Item>
          <Menu.Item onClick={() => setOpened('assistants')}>{t('connect.assistants')}</Menu.Item>
          <Menu.Item onClick={() => setOpened('secondFactor')} rightSection={onOrOff(hasSecondFactor)}>
            {t('session.secondFactor')}
          </Menu.Item>
          <Menu.Item onClick={() => setOpened('password')}>{t('session.changePassword')}</Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('shell.theme')}</Menu.Label>
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(chosen) => setColorScheme(chosen as MantineColorScheme)}
          >
            {schemes.map((each) => (
              <Menu.RadioItem key={each} value={each} closeMenuOnClick>
                {word('theme', each)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Label>{t('shell.language')}</Menu.Label>
          <Menu.RadioGroup value={currentLanguage()} onChange={(chosen) => onLanguage(chosen as Language)}>
            {Object.entries(languages).map(([language, own]) => (
              <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick>
                {own}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item onClick={() => void session.signOut()}>{t('session.signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened === 'secondFactor' && <SecondFactor close={close} />}
      {opened === 'assistants' && (
        <Dialog title={t('connect.assistants')} close={close} wide>
          <AssistantList canEnd />
        </Dialog>
      )}
      {opened === 'sessions' && <OwnSessions close={close} />}
      {opened === 'password' && <ChangePassword close={close} />}
    </>
  );
}

const onOrOff = (is: boolean | undefined) => (
  <span className="quiet">{is ? t('session.on') : t('session.off')}</span>
);
