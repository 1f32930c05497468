import { listZones, listZonesInFull, type ZoneHostsView } from '@nimbo/contracts/compute/availability-zones'
import type { ComputeApp } from '../../app/compute-app.ts'
import type { SurveyedService } from '../../app/hosts/survey-hosts.ts'
import { wireTimeMicros } from '../../domain/wire-time.ts'
import { handle } from '../handle.ts'

interface Zone {
  readonly name: string
  /** Whether any service in the zone is enabled. */
  readonly available: boolean
  readonly services: readonly SurveyedService[]
}

/** The zones of the cloud's services; available ones first. */
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

const hostsView = ({ available, services }: Zone): ZoneHostsView | null => {
  if (!available) return null
  const hosts: ZoneHostsView = {}
  for (const service of services) {
    const { host, binary } = service.row
    hosts[host] = { ...hosts[host], [binary]: serviceView(service) }
  }
  return hosts
}

const list = handle(listZones, async ({ app }) => {
  const internal = app.deps.config.DEFAULT.internal_service_availability_zone
  const zones = (await zonesOf(app)).filter(({ name }) => name !== internal)
  return {
    availabilityZoneInfo: zones.map((zone) => ({
      zoneName: zone.name,
      zoneState: stateView(zone),
      hosts: null,
    })),
  }
})

const listInFull = handle(listZonesInFull, async ({ app }) => ({
  availabilityZoneInfo: (await zonesOf(app)).map((zone) => ({
    zoneName: zone.name,
    zoneState: stateView(zone),
    hosts: hostsView(zone),
  })),
}))

export const availabilityZoneRoutes = [list, listInFull]
