import { notifications } from '@mantine/notifications';

/** Tells for some seconds that something was done; what is told already is not told twice. */
export function say(text: string): void {
  notifications.show({ id: text, message: text, withCloseButton: false });
}
