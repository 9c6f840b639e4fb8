import './style/tokens.css';
import './style/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { session } from './session/session.js';
import { currentTheme, showTheme } from './shell/theme.js';
import { preferredLanguage, speak } from './texts/texts.js';

showTheme(currentTheme());
await Promise.all([speak(preferredLanguage()), session.resume()]);
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
