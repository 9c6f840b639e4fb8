import { t } from '../../texts/texts.js';
import { TextField } from '../field.js';
import { Icon } from '../icon.js';
import type { FormSection } from './form-sections.js';
import s from './questions.module.css';

/** The sections of a form as links, with the required answers that each still needs, and a search of its questions. */
export function SectionNav({
  sections,
  sought,
  onSought,
}: {
  sections: readonly FormSection[];
  sought: string;
  onSought: (words: string) => void;
}) {
  const open = (id: string) => {
    const section = document.getElementById(id);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('input, select, summary, button')?.focus({ preventScroll: true });
  };
  return (
    <nav className={s.nav} aria-label={t('sell.sections')}>
      <TextField
        type="search"
        label={t('policies.findQuestion')}
        value={sought}
        onValue={onSought}
        data-search
      />
      <ul>
        {sections.map(({ id, group, title, missing }, index) => (
          <li key={id}>
            {group !== title && group !== sections[index - 1]?.group && <p className={s.group}>{group}</p>}
            <button type="button" onClick={() => open(id)}>
              <span>{title}</span>
              {missing.length > 0 ? (
                <span className="numbers">
                  {missing.length}
                  <span className="hidden-visually"> {t('sell.missingShort')}</span>
                </span>
              ) : (
                <Icon name="check" />
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
