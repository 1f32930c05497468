import { computeApi } from '@nimbo/contracts/compute/api'
import { listInstanceActions, showInstanceAction } from '@nimbo/contracts/compute/instance-actions'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { hopsOfAction } from './action-hops.ts'
import type { Hop } from './hop.ts'

/** The maximum number of server actions to choose from; the newest come first. */
const mostActions = 50
/** Polling interval while an action runs: its events send no notification. */
const whileGoingOnMs = 1_000

/** The actions of a server, newest first. */
export const useActions = (server_id: string) =>
  useQuery({
    queryKey: ['server', 'actions', server_id],
    queryFn: async () => {
      const query = { limit: String(mostActions) }
      return (await clientOf(computeApi).call(listInstanceActions, { path: { server_id }, query }))
        .instanceActions
    },
  })

/** The hops of one server action so far; none when no action is selected. */
export const useActionHops = (server_id: string, request_id: string | undefined) =>
  useQuery({
    queryKey: ['server', 'action', server_id, request_id],
    queryFn: async (): Promise<readonly Hop[]> => {
      const path = { server_id, request_id: request_id ?? '' }
      const { instanceAction } = await clientOf(computeApi).call(showInstanceAction, { path })
      return hopsOfAction(instanceAction)
    },
    enabled: request_id !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'running') ? whileGoingOnMs : false,
  })
