import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { listMetrics } from '@nimbo/contracts/telemetry/metric/metrics'
import { listResources } from '@nimbo/contracts/telemetry/metric/resources'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { type Item, textAt } from '../panel/item.ts'

/** A metric of a resource, or of one of its parts. */
export interface FoundMetric {
  readonly metric: Item
  readonly part?: string
}

/** Gnocchi resource types of a server's parts, which have metrics of their own. */
const partTypes = ['instance_network_interface', 'instance_disk'] as const

/** The maximum number of parts of a server that are shown, so that the page stays readable. */
const mostParts = 12

const metricsOf = async (resourceId: string): Promise<readonly Item[]> =>
  clientOf(metricApi).call(listMetrics, { query: { resource_id: resourceId, limit: '100' } })

const partsOf = async (serverId: string): Promise<readonly Item[]> => {
  const filter = `instance_id = "${serverId}"`
  const found = await Promise.all(
    partTypes.map((type) =>
      clientOf(metricApi).call(listResources, {
        path: { type },
        query: { filter, limit: String(mostParts) },
      }),
    ),
  )
  return found.flat().slice(0, mostParts)
}

/** All metrics of a server or a volume. */
export const useResourceMetrics = (resourceId: string, withParts: boolean) =>
  useQuery({
    queryKey: ['metric', 'of', resourceId, withParts],
    queryFn: async (): Promise<readonly FoundMetric[]> => {
      const [own, parts] = await Promise.all([
        metricsOf(resourceId),
        withParts ? partsOf(resourceId) : Promise.resolve([]),
      ])
      const ofParts = await Promise.all(
        parts.map(async (part) =>
          (await metricsOf(textAt(part, 'id'))).map((metric) => ({ metric, part: textAt(part, 'name') })),
        ),
      )
      const named = ({ metric }: FoundMetric): string => textAt(metric, 'name')
      return [
        ...own.map((metric) => ({ metric })).toSorted((one, other) => named(one).localeCompare(named(other))),
        ...ofParts.flat(),
      ]
    },
  })
