import { meteringApi } from '@nimbo/contracts/telemetry/metering/api'
import { showUsage, type UseView } from '@nimbo/contracts/telemetry/metering/metering'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import type { Measure } from '../metric/use-measures.ts'

/** Number of bars in a chart. */
const columns = 12

interface Asked {
  /** Length of the period until now, in seconds. */
  readonly periodSeconds: number
  readonly everybody: boolean
}

const amountsIn = async (from: number, until: number, everybody: boolean): Promise<readonly UseView[]> => {
  const [start, end] = [from, until].map((at) => new Date(at * 1000).toISOString())
  const query = { start, end, ...(everybody ? { all_projects: 'true' } : {}) }
  return (await clientOf(meteringApi).call(showUsage, { query })).usage
}

/** The total usage in a period. */
export const useUsage = ({ periodSeconds, everybody }: Asked, enabled: boolean) =>
  useQuery({
    queryKey: ['usage', 'whole', periodSeconds, everybody],
    queryFn: () => {
      const now = Date.now() / 1000
      return amountsIn(now - periodSeconds, now, everybody)
    },
    enabled,
  })

/** Server hours in each twelfth of a period. */
export const useServerHours = ({ periodSeconds, everybody }: Asked, enabled: boolean) =>
  useQuery({
    queryKey: ['usage', 'parts', periodSeconds, everybody],
    queryFn: async (): Promise<readonly Measure[]> => {
      const now = Date.now() / 1000
      const step = periodSeconds / columns
      const starts = Array.from({ length: columns }, (_, index) => now - periodSeconds + index * step)
      const parts = await Promise.all(starts.map((at) => amountsIn(at, at + step, everybody)))
      return parts.map((uses, index) => ({
        at: starts[index] ?? now,
        value: uses.filter(({ kind }) => kind === 'server').reduce((sum, { amount }) => sum + amount, 0),
      }))
    },
    enabled,
  })
