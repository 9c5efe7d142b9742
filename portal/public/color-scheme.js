// Before anything is painted, so that nobody who chose dark sees a flash of light. A file, because the policy of the
// page allows no script inside it.
const kept = localStorage.getItem('mantine-color-scheme-value')
const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
