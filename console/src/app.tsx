import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense, useState } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { queries } from './api/queries.js';
import { Boundary } from './parts/boundary.js';
import { WhomToAsk } from './parts/denied.js';
import { Empty, Page } from './parts/page.js';
import { Skeleton } from './parts/states.js';
import { NewPassword } from './session/forgotten-password.js';
import { useMe } from './session/me.js';
import { SessionEnded, SignedOn, SignInPage } from './session/sign-in.js';
import { areaOf, visibleAreas } from './shell/areas.js';
import { Shell } from './shell/shell.js';
import { colorSchemes, theme } from './style/theme.js';
import { currentLanguage, type Language, speak, t } from './texts/texts.js';

const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/** The whole console: its pages for somebody who is signed in, else the sign-in. */
export function App() {
  const [language, setLanguage] = useState(currentLanguage);
  const change = async (chosen: Language) => {
    await speak(chosen, { keep: true });
    // The service answers in the language of the console.
    queries.clear();
    setLanguage(chosen);
  };
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
        withStaticClasses={false}
      >
        <QueryClientProvider client={queries}>
          <Router base={base} key={language}>
            <Pages onLanguage={(chosen) => void change(chosen)} />
          </Router>
          <SessionEnded />
          <Notifications position="bottom-right" autoClose={5_000} transitionDuration={0} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}

const ConnectAssistant = lazy(async () => ({
  default: (await import('./session/connect-assistant.js')).ConnectAssistant,
}));

function Pages({ onLanguage }: { onLanguage: (language: Language) => void }) {
  const me = useMe();
  const [path] = useLocation();
  if (path === '/signed-on') return <SignedOn />;
  if (path === '/new-password') return <NewPassword />;
  if (!me) return <SignInPage />;
  if (path === '/connect') {
    return (
      <Suspense fallback={<Skeleton />}>
        <ConnectAssistant />
      </Suspense>
    );
  }
  const areas = visibleAreas();
  const [home] = areas;
  return (
    <Shell onLanguage={onLanguage}>
      <Boundary key={path}>
        <Suspense fallback={<Skeleton />}>
          <Switch>
            {areas.flatMap(({ routes }) =>
              routes.map(({ path: pattern, render }) => (
                <Route key={pattern} path={pattern}>
                  {render}
                </Route>
              )),
            )}
            <Route path="/">{home ? <Redirect to={home.path} replace /> : <Nothing />}</Route>
            <Route>
              <Nothing path={path} />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
    </Shell>
  );
}

/** Where no page is, or one of an area that the person does not have: then whom to ask. */
function Nothing({ path = '' }: { path?: string }) {
  const area = path === '' ? undefined : areaOf(path);
  const hidden = area && !visibleAreas().includes(area) ? area : undefined;
  return (
    <Page title={t('shell.nothingHere')}>
      <Empty>{hidden ? <WhomToAsk needs={hidden.needs} /> : t('shell.nothingHereDetail')}</Empty>
    </Page>
  );
}
