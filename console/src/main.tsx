import './style/mantine.css';
import './style/tokens.css';
import './style/base.css';
import './style/print.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { session } from './session/session.js';
import { signedOnPath } from './session/sign-on-links.js';
import { preferredLanguage, speak } from './texts/texts.js';

await Promise.all([speak(preferredLanguage()), session.resume()]);
// A window that was opened to sign in through a provider.
if (location.pathname === signedOnPath && session.state() === 'SIGNED_IN') {
  session.announce();
  window.close();
}
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
