// Runs before anything is painted, and while the code of the screen is on its way. A file, because the policy of the
// page allows no script inside it.

// Nobody who chose dark sees a flash of light.
const kept = localStorage.getItem('mantine-color-scheme-value')
const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'

// What the screen will ask for first is asked for now; `api.get` takes these answers. The server has marked the page of
// somebody who brings a session.
const [, merchantId, screen = ''] = /^\/portal\/m\/([^/]+)(\/.*?)?\/?$/.exec(location.pathname) ?? []
const callsOf = [
  [/^$/, ['/home?days=7', '/transactions?limit=6', '/notifications/unread']],
  [/^\/transactions$/, ['/transactions?limit=25']],
  [/^\/transactions\/[^/]+$/, [screen]],
]
const calls = callsOf.find(([path]) => path.test(screen))?.[1] ?? []
const isFirstCall = document.documentElement.dataset.signedIn !== undefined
const paths = !isFirstCall
  ? []
  : merchantId === undefined || location.search !== ''
    ? ['/session']
    : ['/session', ...calls.map(path => `/merchants/${merchantId}${path}`)]
window.begunCalls = new Map(
  paths.map(path => [path, fetch(`/portal/api${path}`, { headers: { accept: 'application/json' } })]),
)
// The code that awaits a response handles its failure.
for (const answer of window.begunCalls.values()) answer.catch(() => {})
