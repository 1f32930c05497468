import { isRemote } from '@nimbo/operation/client/remote-fault'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { sessionKey } from '../session/query-keys.ts'

/** After a 401 reads the session again: if it has ended, `RequireSession` shows the login. */
const whenRefused = (error: unknown): void => {
  if (isRemote(error, 401)) void queryClient.invalidateQueries({ queryKey: sessionKey })
}

/** The query cache. Events invalidate parts of it; kinds with events are not polled. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: whenRefused }),
  mutationCache: new MutationCache({ onError: whenRefused }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Other failures, for example 502 or a network error, are retried twice before the error is shown.
      retry: (failures, error) => failures < 2 && !isRemote(error, 400, 401, 403, 404, 409, 501, 503),
    },
  },
})
