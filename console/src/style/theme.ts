import {
  Alert,
  Button,
  createTheme,
  InputWrapper,
  localStorageColorSchemeManager,
  Menu,
  Modal,
  Popover,
  Tooltip,
} from '@mantine/core';

/** Where this browser keeps what a person chose: `light`, `dark`, or `auto` as the system has it. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'ioi.theme' });

const atOnce = { duration: 0 };

/**
 * How components behave. Colors, fonts and radii are in `tokens.css`: a provider that wrote them into the page would break
 * the content security policy. Nothing fades: what a person opens is there.
 */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Alert: Alert.extend({ defaultProps: { variant: 'light' } }),
    Button: Button.extend({ defaultProps: { size: 'sm', variant: 'default' } }),
    InputWrapper: InputWrapper.extend({
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
        errorProps: { role: 'alert' },
        // The label of a required field does not say so twice: the control does.
        withAsterisk: false,
      },
    }),
    // The placeholder takes the focus of the first item, and screen readers count it among the items.
    Menu: Menu.extend({
      defaultProps: { transitionProps: atOnce, shadow: 'md', withInitialFocusPlaceholder: false },
    }),
    // Scrolling is locked by a style that the policy forbids.
    Modal: Modal.extend({ defaultProps: { lockScroll: false, transitionProps: atOnce } }),
    Popover: Popover.extend({ defaultProps: { transitionProps: atOnce, shadow: 'md' } }),
    Tooltip: Tooltip.extend({ defaultProps: { transitionProps: atOnce } }),
  },
});
