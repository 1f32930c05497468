import { meteringApi } from '@nimbo/contracts/telemetry/metering/api'
import { showUsage, type UseView } from '@nimbo/contracts/telemetry/metering/metering'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import type { Measure } from '../metric/use-measures.ts'
import { partsOf } from './parts-of.ts'

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
      const parts = partsOf(Date.now() / 1000, periodSeconds, columns)
      return Promise.all(
        parts.map(async ({ from, until, middle }) => {
          const uses = await amountsIn(from, until, everybody)
          const amounts = uses.filter(({ kind }) => kind === 'server').map(({ amount }) => amount)
          return { at: middle, value: amounts.reduce((sum, amount) => sum + amount, 0) }
        }),
      )
    },
    enabled,
  })
