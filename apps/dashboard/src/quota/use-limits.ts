import { computeApi } from '@nimbo/contracts/compute/api'
import { showLimits } from '@nimbo/contracts/compute/quotas'
import { networkApi } from '@nimbo/contracts/network/api'
import { showQuotaDetailsJson } from '@nimbo/contracts/network/quotas'
import { volumeApi } from '@nimbo/contracts/volume/api'
import { showLimits as showVolumeLimits } from '@nimbo/contracts/volume/quotas'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { useSession } from '../session/session-context.ts'
import { limitsOf, networkLimitsOf } from './limit.ts'

/** Reads the compute limits and usage of the project. */
export const useComputeLimits = () =>
  useQuery({
    queryKey: ['server', 'limits'],
    queryFn: async () => limitsOf('compute', (await clientOf(computeApi).perform(showLimits)).body),
  })

export const useVolumeLimits = () =>
  useQuery({
    queryKey: ['volume', 'limits'],
    queryFn: async () => limitsOf('volume', (await clientOf(volumeApi).perform(showVolumeLimits)).body),
    enabled: useSession().services.includes('volume'),
  })

export const useNetworkLimits = () => {
  const { project, services } = useSession()
  return useQuery({
    queryKey: ['network', 'limits', project?.id],
    queryFn: async () => {
      const path = { project_id: project?.id ?? '' }
      return networkLimitsOf((await clientOf(networkApi).perform(showQuotaDetailsJson, { path })).body)
    },
    enabled: project !== null && services.includes('network'),
  })
}
