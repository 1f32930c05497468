import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/query-client.ts'
import { Door } from './session/door.tsx'
import { Shell } from './shell/shell.tsx'

/** The whole application: everything below `Door` needs a session. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <BrowserRouter basename="/dashboard">
      <Door>
        <Shell />
      </Door>
    </BrowserRouter>
  </QueryClientProvider>
)
