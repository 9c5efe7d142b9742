import { type CSSVariablesResolver, type MantineThemeOverride, createTheme } from '@mantine/core'
import { kitTexts } from './kit-texts.ts'
import type { Language } from './language.ts'

/** One accent, the green of the checkout and the receipts; greys with a touch of it. Every pair used passes WCAG AA. */
const look = createTheme({
  primaryColor: 'trilho',
  primaryShade: { light: 7, dark: 7 },
  colors: {
    trilho: [
      '#eef8f3',
      '#dcf1e7',
      '#b5e2cf',
      '#8ad5b3',
      '#5fd3a6',
      '#2fa97b',
      '#14855f',
      '#0b6b4c',
      '#09573e',
      '#074531',
    ],
    gray: [
      '#f7f9f8',
      '#eef1f0',
      '#e3e8e6',
      '#d3dad7',
      '#b7c1bd',
      '#93a09a',
      '#6c7a74',
      '#55645e',
      '#33403b',
      '#1c2824',
    ],
    dark: [
      '#eaf1ee',
      '#c3cfca',
      '#9fb0a9',
      '#7f8f88',
      '#35433d',
      '#2a3631',
      '#1e2925',
      '#16201d',
      '#111917',
      '#0d1412',
    ],
    red: ['#fdeceb', '#fbdedc', '#f6bab6', '#f4a19b', '#ee7f78', '#dc5750', '#c43b34', '#b02d27', '#96231e', '#821a16'],
    yellow: [
      '#fef6e7',
      '#fdf0db',
      '#f9dcae',
      '#f5cb86',
      '#f2b866',
      '#dd9526',
      '#b87209',
      '#9a5d00',
      '#8a4b00',
      '#6e3c00',
    ],
    blue: [
      '#eaf1fb',
      '#dbe8fb',
      '#b5cff4',
      '#90b8ee',
      '#7dadf0',
      '#4a86d8',
      '#2d68bb',
      '#235aa6',
      '#1b4a8f',
      '#163d77',
    ],
  },
  black: '#14211d',
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
})

/** The place of the scroll bar is kept (`kit.css`): a dialog that took it away would make room for it a second time. */
const keepsScrollBar = { removeScrollProps: { removeScrollBar: false } }

/** The look, and what Mantine's components say themselves. */
export const themeOf = (language: Language): MantineThemeOverride => {
  const { close, clear } = kitTexts[language]
  return {
    ...look,
    // Plain objects: `Modal.extend` would bring the dialog to the first screen, which has none.
    components: {
      Modal: {
        defaultProps: { centered: true, padding: 'lg', radius: 'lg' },
        styles: { title: { fontSize: '1.0625rem', fontWeight: 650 } },
      },
      ModalRoot: { defaultProps: keepsScrollBar },
      DrawerRoot: { defaultProps: keepsScrollBar },
      Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false }, openDelay: 200 } },
      // Nothing is drawn and placed before it is opened.
      Combobox: { defaultProps: { keepMounted: false } },
      // A menu has nothing but its items; the first one takes the focus.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      // A page has one `header`, and a dialog's is not it.
      ModalHeader: { defaultProps: { component: 'div' } },
      DrawerHeader: { defaultProps: { component: 'div' } },
      ModalCloseButton: { defaultProps: { 'aria-label': close } },
      DrawerCloseButton: { defaultProps: { 'aria-label': close } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
      InputClearButton: { defaultProps: { 'aria-label': clear } },
      Textarea: { defaultProps: { autosize: true, minRows: 2, maxRows: 6 } },
      // What may be left out says so in its label: most fields may not.
      InputWrapper: { defaultProps: { withAsterisk: false } },
    },
  }
}

/** What Mantine leaves too pale to read, and the portal's own surfaces. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#55645e',
    '--mantine-color-placeholder': '#65736d',
    '--mantine-color-error': '#a3241f',
    '--mantine-color-anchor': '#0b6b4c',
    '--page': '#f7f9f8',
    '--paper': '#ffffff',
    '--line': '#e3e8e6',
    '--hover': '#f2f6f4',
  },
  dark: {
    '--mantine-color-body': '#16201d',
    '--mantine-color-dimmed': '#9fb0a9',
    '--mantine-color-placeholder': '#8b9b94',
    '--mantine-color-error': '#ff9d96',
    '--mantine-color-anchor': '#5fd3a6',
    '--mantine-color-gray-light': '#26332e',
    '--mantine-color-gray-light-hover': '#2f3d37',
    '--mantine-color-gray-light-color': '#c3cfca',
    '--mantine-color-trilho-light': '#17392d',
    '--mantine-color-trilho-light-hover': '#1d4637',
    '--mantine-color-trilho-light-color': '#8ad5b3',
    '--mantine-color-red-light': '#3b1c1a',
    '--mantine-color-red-light-hover': '#4a2421',
    '--mantine-color-red-light-color': '#ff9d96',
    '--mantine-color-yellow-light': '#3a2a12',
    '--mantine-color-yellow-light-hover': '#483517',
    '--mantine-color-yellow-light-color': '#f5cb86',
    '--mantine-color-blue-light': '#1a2c44',
    '--mantine-color-blue-light-hover': '#223855',
    '--mantine-color-blue-light-color': '#a9c8f2',
    '--page': '#0d1412',
    '--paper': '#16201d',
    '--line': '#26332e',
    '--hover': '#1b2723',
  },
})
