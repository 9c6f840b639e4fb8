import './style/tokens.css';
import './style/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { currentTheme, showTheme } from './shell/theme.js';
import { preferredLanguage, speak } from './texts/texts.js';

showTheme(currentTheme());
await speak(preferredLanguage());
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
