import { computeApi } from '@nimbo/contracts/compute/api'
import { showFlow, showScheduling } from '@nimbo/contracts/compute/explanations'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { type Hop, lastLine } from './hop.ts'

/** Polling interval while the server builds: hops send no notification. */
const whileBuildingMs = 500

/** Whether more hops are expected. */
const isGrowing = (status: string, hops: readonly Hop[] | undefined): boolean =>
  status === 'BUILD' ||
  (status === 'ACTIVE' && hops !== undefined && !hops.some(({ line }) => line === lastLine))

/** The hops of a server's creation so far. */
export const useFlow = (serverId: string, status: string) =>
  useQuery({
    queryKey: ['server', 'flow', serverId],
    queryFn: async (): Promise<readonly Hop[]> =>
      (await clientOf(computeApi).call(showFlow, { path: { server_id: serverId } })).flow,
    refetchInterval: ({ state }) =>
      isGrowing(status, state.data) && state.dataUpdateCount < mostLooks ? whileBuildingMs : false,
  })

/** The maximum number of polls, in half an hour: a flow whose traces were lost never gets its last hop. */
const mostLooks = 3600

/** The scheduling decisions of a server. */
export const useScheduling = (serverId: string) =>
  useQuery({
    queryKey: ['server', 'scheduling', serverId],
    queryFn: async () =>
      (await clientOf(computeApi).call(showScheduling, { path: { server_id: serverId } })).scheduling,
  })
