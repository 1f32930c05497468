import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/query-client.ts'
import { RequireSession } from './session/require-session.tsx'
import { Shell } from './shell/shell.tsx'

/** The whole application: everything below `RequireSession` needs a session. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <BrowserRouter basename="/dashboard">
      <RequireSession>
        <Shell />
      </RequireSession>
    </BrowserRouter>
  </QueryClientProvider>
)
