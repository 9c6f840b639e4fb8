import type { SignOns } from '../../../clients/typescript/src/index.js';
import { Button } from '../parts/button.js';
import { t } from '../texts/texts.js';
import s from './sign-in.module.css';

/** The page that a window of its own ends on. */
export const signedOnPath = `${import.meta.env.BASE_URL}signed-on`;

const addressOf = (provider: string, returnTo: string) =>
  `/ioi/v3/sign-on/${encodeURIComponent(provider)}?${new URLSearchParams({ returnTo })}`;

/** A button for each identity provider. In a window of its own where the page is to stay as it is. */
export function SignOnLinks({ providers, keepsPage }: Pick<SignOns, 'providers'> & { keepsPage: boolean }) {
  return (
    <div className={s.form}>
      {providers.map(({ provider, label }) => (
        <Button key={provider} onClick={() => goTo(provider, keepsPage)}>
          {t('session.signInWith', { label })}
        </Button>
      ))}
    </div>
  );
}

function goTo(provider: string, keepsPage: boolean): void {
  if (keepsPage) window.open(addressOf(provider, signedOnPath), '_blank', 'popup,width=520,height=720');
  else location.assign(addressOf(provider, location.pathname + location.search));
}
