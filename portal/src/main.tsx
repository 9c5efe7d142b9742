import './kit/first-screen.css'
import './kit/kit.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiFailure } from './kit/api.ts'
import { cssVariablesResolver, theme } from './kit/theme.ts'
import { makeRouter } from './routes.tsx'
import { installShellHooks } from './shell/shell-hooks.ts'

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
installShellHooks(router, queryClient)

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')

createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
