import type { Clock } from '@nimbo/kernel/clock'
import { aggregates } from '../../db/aggregates.ts'
import type { ComputeNodeRow, ServiceRow } from '../../db/schema/cell-tables.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { serversOfHosts } from '../../db/hosts/servers-of-hosts.ts'
import { services } from '../../db/hosts/services.ts'
import { zonesOfHosts } from '../../domain/hosts/availability-zones.ts'
import { isUp } from '../../domain/hosts/service-state.ts'
import type { ComputeConfig } from '../compute-options.ts'
import { askEachCell, type CellAnswer, everyCell } from '../every-cell.ts'

export interface SurveyDeps {
  readonly databases: Databases
  readonly config: ComputeConfig
  readonly clock: Clock
}

/** A service with its computed state. */
export interface SurveyedService {
  readonly row: ServiceRow
  readonly cellId: string
  readonly zone: string
  readonly up: boolean
}

/** A hypervisor node and its service. */
export interface SurveyedNode {
  readonly row: ComputeNodeRow
  readonly service: SurveyedService
  /** How many of its servers have a task. */
  readonly workload: number
}

/** Filters of a service list. */
export interface ServiceFilter {
  readonly host?: string
  readonly binary?: string
}

/** The services of each cell with their current states; a cell that is down has none. */
export const surveyCells =
  (deps: SurveyDeps) =>
  async (filter: ServiceFilter = {}): Promise<readonly CellAnswer<readonly SurveyedService[]>[]> => {
    const { databases, config, clock } = deps
    const options = config.DEFAULT
    const zones = zonesOfHosts(await aggregates(databases.api, clock).list())
    const zoneOf = ({ binary, host }: ServiceRow): string =>
      binary === 'nova-compute'
        ? (zones.get(host) ?? options.default_availability_zone)
        : options.internal_service_availability_zone
    return askEachCell(deps, async (cell, cellId) =>
      (await services(cell, clock).list(filter)).map((row) => ({
        row,
        cellId,
        zone: zoneOf(row),
        up: isUp(row, clock.now() - options.service_down_time * 1000),
      })),
    )
  }

/** All services of the cells that answer, by cell, in order of creation. */
export const surveyServices =
  (deps: SurveyDeps) =>
  async (filter: ServiceFilter = {}): Promise<readonly SurveyedService[]> =>
    (await surveyCells(deps)(filter)).flatMap(({ answer }) => answer ?? [])

/** All hypervisor nodes with a known service, by cell. */
export const surveyNodes = (deps: SurveyDeps) => async (): Promise<readonly SurveyedNode[]> => {
  const compute = await surveyServices(deps)({ binary: 'nova-compute' })
  const byId = new Map(compute.map((service) => [service.row.id, service]))
  const nodes = await everyCell(deps, async (cell) => {
    const workloadOf = await serversOfHosts(cell).atWork()
    const rows = await computeNodes(cell, deps.clock).list()
    return rows.map((row) => ({ row, workload: workloadOf(row.host, row.node) }))
  })
  return nodes.flatMap((node) => {
    const service = byId.get(node.row.service_id)
    return service ? [{ ...node, service }] : []
  })
}
