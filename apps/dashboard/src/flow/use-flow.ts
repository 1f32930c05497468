import { computeApi } from '@nimbo/contracts/compute/api'
import { showFlow, showScheduling } from '@nimbo/contracts/compute/explanations'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { type Hop, lastLine } from './hop.ts'

/** Hops are recorded without anybody being told: while a server builds, the page looks for new ones. */
const whileBuildingMs = 500

/** Whether more hops are to come. */
const isGrowing = (status: string, hops: readonly Hop[] | undefined): boolean =>
  status === 'BUILD' ||
  (status === 'ACTIVE' && hops !== undefined && !hops.some(({ line }) => line === lastLine))

/** The hops of a server's building, as far as they have been walked. */
export const useFlow = (serverId: string, status: string) =>
  useQuery({
    queryKey: ['server', 'flow', serverId],
    queryFn: async (): Promise<readonly Hop[]> =>
      (await clientOf(computeApi).call(showFlow, { path: { server_id: serverId } })).flow,
    refetchInterval: ({ state }) =>
      isGrowing(status, state.data) && state.dataUpdateCount < mostLooks ? whileBuildingMs : false,
  })

/** A flow whose traces are lost does not grow, however often one looks: half an hour is enough. */
const mostLooks = 3600

/** How the scheduler chose, each time it was asked. */
export const useScheduling = (serverId: string) =>
  useQuery({
    queryKey: ['server', 'scheduling', serverId],
    queryFn: async () =>
      (await clientOf(computeApi).call(showScheduling, { path: { server_id: serverId } })).scheduling,
  })
