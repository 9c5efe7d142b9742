import './kit/first-screen.css'
import './kit/kit.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiFailure } from './kit/api.ts'
import { useLanguage } from './kit/language.ts'
import { cssVariablesResolver, themeOf } from './kit/theme.ts'
import { makeRouter } from './routes.tsx'
import { installShellHooks } from './edges/shell/shell-hooks.ts'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What was refused stays refused; what broke may heal.
      retry: (count, error) =>
        count < 2 && (!(error instanceof ApiFailure) || error.status === 0 || error.status >= 500),
    },
  },
})
const router = makeRouter(queryClient)
installShellHooks(
  {
    toSignIn: next => router.navigate({ to: '/sign-in', search: { next, ended: 'yes' }, replace: true }),
    toApproval: id => router.navigate({ to: '/operator/approvals/$id', params: { id } }),
  },
  queryClient,
)

function App() {
  const language = useLanguage()
  const theme = useMemo(() => themeOf(language), [language])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
