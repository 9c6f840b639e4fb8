import { notifications } from '@mantine/notifications';
import { t } from '../texts/texts.js';

/** Tells for some seconds that something was done; what is told already is not told twice. */
export function say(text: string): void {
  notifications.show({ id: text, message: text, closeButtonProps: { 'aria-label': t('parts.close') } });
}
