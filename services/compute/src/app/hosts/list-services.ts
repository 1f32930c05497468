import { hostMappings } from '../../db/cells/host-mappings.ts'
import { type ServiceFilter, type SurveyDeps, type SurveyedService, surveyCells } from './survey-hosts.ts'

/** A compute service whose cell is down: only its host is known, from the host mapping. */
export interface LostService {
  readonly binary: 'nova-compute'
  readonly host: string
}

/** All services by cell; for a cell that is down, the compute services of its mapped hosts. */
export const listServices =
  (deps: SurveyDeps) =>
  async (filter: ServiceFilter = {}): Promise<readonly (SurveyedService | LostService)[]> => {
    const cells = await surveyCells(deps)(filter)
    const { databases, clock } = deps
    const mapped = cells.some(({ answer }) => answer === undefined)
      ? await hostMappings(databases.api, clock).list()
      : []
    const lostIn = (cell: string): readonly LostService[] =>
      mapped
        .filter(({ cell_id }) => cell_id === cell)
        .map(({ host }): LostService => ({ binary: 'nova-compute', host }))
        .filter(({ host, binary }) => host === (filter.host ?? host) && binary === (filter.binary ?? binary))
    return cells.flatMap(
      ({ cellId, answer }): readonly (SurveyedService | LostService)[] => answer ?? lostIn(cellId),
    )
  }
