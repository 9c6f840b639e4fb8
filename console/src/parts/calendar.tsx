import '@mantine/dates/styles.layer.css';
import { DatePicker, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/es';
import { currentLanguage } from '../texts/texts.js';
import s from './calendar.module.css';

/** A month to choose a day from. It is loaded when it is opened first. */
export function Calendar({ value, onValue }: { value: string; onValue: (date: string) => void }) {
  return (
    <DatesProvider settings={{ locale: currentLanguage(), firstDayOfWeek: 0 }}>
      <DatePicker
        className={s.calendar}
        value={value || null}
        {...(value && { defaultDate: value })}
        onChange={(date) => date && onValue(date)}
      />
    </DatesProvider>
  );
}
