import { isRemote } from '@nimbo/operation/client/remote-fault'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { sessionKey } from '../session/query-keys.ts'

/** Where a service says the session is over, the session is asked about: the door then shows the login. */
const whenRefused = (error: unknown): void => {
  if (isRemote(error, 401)) void queryClient.invalidateQueries({ queryKey: sessionKey })
}

/** What the page knows of the cloud. Events make parts of it stale; nothing is asked at intervals where there are events. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: whenRefused }),
  mutationCache: new MutationCache({ onError: whenRefused }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // That a service is away has been tried more than once before it is said.
      retry: (failures, error) => failures < 2 && !isRemote(error, 400, 401, 403, 404, 409, 501, 503),
    },
  },
})
