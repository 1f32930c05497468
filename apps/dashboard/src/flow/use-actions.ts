import { computeApi } from '@nimbo/contracts/compute/api'
import { listInstanceActions, showInstanceAction } from '@nimbo/contracts/compute/instance-actions'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { hopsOfAction } from './action-hops.ts'
import type { Hop } from './hop.ts'

/** Most actions one may choose from, the latest first. */
const mostActions = 50
/** Steps are recorded without anybody being told. */
const whileGoingOnMs = 1_000

/** What was done to a server, the latest first. */
export const useActions = (server_id: string) =>
  useQuery({
    queryKey: ['server', 'actions', server_id],
    queryFn: async () => {
      const query = { limit: String(mostActions) }
      return (await clientOf(computeApi).call(listInstanceActions, { path: { server_id }, query }))
        .instanceActions
    },
  })

/** The steps of one of them, as far as they were taken; none while none is chosen. */
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
