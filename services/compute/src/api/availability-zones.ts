import { ok } from '@nimbo/http/reply'
import type { ComputeApp } from '../app/compute-app.ts'
import type { SurveyedService } from '../app/survey-hosts.ts'
import { wireTimeMicros } from '../domain/wire-time.ts'
import { route } from './route.ts'

interface Zone {
  readonly name: string
  /** Whether any service in it is enabled. */
  readonly available: boolean
  readonly services: readonly SurveyedService[]
}

/** The zones of the cloud's services: those in use first, then those where all are disabled. */
const zonesOf = async (app: ComputeApp): Promise<readonly Zone[]> => {
  const found = await app.services.survey()
  const zones = [...Map.groupBy(found, ({ zone }) => zone)].map(
    ([name, services]): Zone => ({
      name,
      available: services.some(({ row }) => row.disabled === 0),
      services: services.filter(({ row }) => row.disabled === 0),
    }),
  )
  const byName = zones.sort((one, other) => (one.name < other.name ? -1 : 1))
  return [...byName.filter(({ available }) => available), ...byName.filter(({ available }) => !available)]
}

const stateView = ({ available }: Zone) => ({ available })

const serviceView = ({ row, up }: SurveyedService) => ({
  available: up,
  active: row.disabled === 0,
  updated_at: wireTimeMicros(row.last_seen_at ?? row.created_at),
})

const hostsView = ({ available, services }: Zone): object | null => {
  if (!available) return null
  const hosts: Record<string, Record<string, object>> = {}
  for (const service of services) {
    const { host, binary } = service.row
    hosts[host] = { ...hosts[host], [binary]: serviceView(service) }
  }
  return hosts
}

const list = route({
  method: 'GET',
  path: '/os-availability-zone',
  name: 'availability-zones.list',
  policy: 'os_compute_api:os-availability-zone:list',
  replies: [200],
  handle: async ({ app }) => {
    const internal = app.deps.config.DEFAULT.internal_service_availability_zone
    const zones = (await zonesOf(app)).filter(({ name }) => name !== internal)
    return ok({
      availabilityZoneInfo: zones.map((zone) => ({
        zoneName: zone.name,
        zoneState: stateView(zone),
        hosts: null,
      })),
    })
  },
})

const listInFull = route({
  method: 'GET',
  path: '/os-availability-zone/detail',
  name: 'availability-zones.detail',
  policy: 'os_compute_api:os-availability-zone:detail',
  replies: [200],
  handle: async ({ app }) =>
    ok({
      availabilityZoneInfo: (await zonesOf(app)).map((zone) => ({
        zoneName: zone.name,
        zoneState: stateView(zone),
        hosts: hostsView(zone),
      })),
    }),
})

export const availabilityZoneRoutes = [list, listInFull]
