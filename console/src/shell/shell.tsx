import { NavLink } from '@mantine/core';
import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useShortcuts } from '../parts/shortcuts.js';
import { me } from '../session/me.js';
import { type Language, t } from '../texts/texts.js';
import { AccountMenu } from './account-menu.js';
import { loadAhead, visibleAreas } from './areas.js';
import { KeyboardHelp } from './keyboard-help.js';
import s from './shell.module.css';

type PaletteProps = { close: () => void };
let loadedPalette: ComponentType<PaletteProps> | undefined;
let shownPalette: ComponentType<PaletteProps> | undefined;
const loadPalette = async () => {
  loadedPalette = (await import('./palette.js')).Palette;
  return { default: loadedPalette };
};
const LatePalette = lazy(loadPalette);

/** At hand, it opens at once: what is typed right after its key is meant for it. It stays the component that was shown first. */
function Palette(props: PaletteProps) {
  shownPalette ??= loadedPalette ?? LatePalette;
  return createElement(shownPalette, props);
}

/** The frame of every page: navigation at the left, or behind a menu where the window is narrow. */
export function Shell({
  onLanguage,
  children,
}: {
  onLanguage: (language: Language) => void;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const [path] = useLocation();
  const [over, setOver] = useState<'palette' | 'help'>();
  useEffect(() => setOpen(false), [path]);
  useNewPage(path);
  useEffect(() => {
    // The first page comes first.
    const later = setTimeout(() => {
      void loadPalette();
      void loadAhead();
    }, 500);
    return () => clearTimeout(later);
  }, []);
  useShortcuts([
    { key: 'mod+k', says: t('keys.palette'), act: () => setOver('palette') },
    { key: '/', says: t('keys.search'), act: focusSearch },
    { key: '?', says: t('keys.help'), act: () => setOver('help') },
  ]);
  const close = () => setOver(undefined);
  return (
    <div className={s.shell} data-print="all">
      <a className={s.skip} href="#main" data-print="none">
        {t('shell.skip')}
      </a>
      <header className={s.bar} data-print="none">
        <Button look="plain" aria-expanded={isOpen} aria-controls="side" onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'close' : 'menu'} />
          <span className="hidden-visually">{t('shell.menu')}</span>
        </Button>
        <strong>{me().organizationName}</strong>
        <Notifications />
        <Button look="plain" onClick={() => setOver('palette')}>
          <Icon name="search" />
          <span className="hidden-visually">{t('palette.title')}</span>
        </Button>
      </header>
      <div className={s.side} id="side" data-print="none" data-open={isOpen || undefined}>
        <div className={s.who}>
          <p>
            <strong>
              <bdi>{me().organizationName}</bdi>
            </strong>
            <span className="quiet">{me().environment}</span>
          </p>
          <Notifications />
        </div>
        <Button className={s.find} onClick={() => setOver('palette')}>
          <Icon name="search" />
          {t('palette.title')}
          <kbd aria-hidden>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
        </Button>
        <nav className={s.nav} aria-label={t('shell.navigation')}>
          {visibleAreas().map(({ path: to, title, icon }) => (
            <NavLink
              key={to}
              component={Link}
              href={to}
              label={t(title)}
              leftSection={<Icon name={icon} />}
              active={isWithin(path, to)}
              aria-current={isWithin(path, to) ? 'page' : undefined}
            />
          ))}
        </nav>
        <div className={s.foot}>
          <AccountMenu onLanguage={onLanguage} />
        </div>
      </div>
      <div>
        <Offline />
        <main className={s.main} id="main" tabIndex={-1} data-print="all">
          {children}
        </main>
      </div>
      {over === 'palette' && (
        <Suspense>
          <Palette close={close} />
        </Suspense>
      )}
      {over === 'help' && <KeyboardHelp close={close} />}
    </div>
  );
}

const Bell = lazy(async () => ({ default: (await import('./bell.js')).Bell }));

/** Its place is there before its code, which nobody needs to sign in. */
function Notifications() {
  return (
    <div className={s.bell}>
      <Suspense fallback={null}>
        <Bell />
      </Suspense>
    </div>
  );
}

/** A new page begins at its top and has the focus, which screen readers follow. Back and forward restore the place. */
function useNewPage(path: string): void {
  const shown = useRef(path);
  const isPopped = useRef(false);
  useEffect(() => {
    const pop = () => {
      isPopped.current = true;
    };
    addEventListener('popstate', pop);
    return () => removeEventListener('popstate', pop);
  }, []);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (!isPopped.current) {
      scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    isPopped.current = false;
  }, [path]);
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const focusSearch = () => document.querySelector<HTMLElement>('[data-search]')?.focus();

const isWithin = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`);

function watchConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

function Offline() {
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p className={s.offline} role="status">
      {t('shell.offline')}
    </p>
  );
}
