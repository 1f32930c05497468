import type { Limit } from '@nimbo/contracts/identity/limits'
import type { Kysely } from 'kysely'
import type { Stores } from '../../db/stores.ts'
import type { IdentityTables } from '../../db/tables.ts'
import { errors } from '../../errors.ts'
import { registeredLimits } from '../registered-limit/records.ts'
import { limits } from './records.ts'

type Wanted = Omit<Limit, 'id' | 'description' | 'registered_limit_id'>

const mostProjects = 10_000

const unfit = ({ project_id, domain_id, resource_name, resource_limit, service_id, region_id }: Wanted) => {
  const owner = project_id === null ? `domain_id: ${domain_id}` : `project_id: ${project_id}`
  return errors.InvalidLimit({
    reason: `The resource limit (${owner}, resource_name: ${resource_name}, resource_limit: ${resource_limit}, service_id: ${service_id}, region_id: ${region_id ?? 'None'}) doesn't satisfy current hierarchy model.`,
  })
}

const sameThing = (one: Wanted, other: Wanted): boolean =>
  one.service_id === other.service_id &&
  one.region_id === other.region_id &&
  one.resource_name === other.resource_name

/** Checks limits for the `strict_two_level` model: none of a project may exceed that of its domain. */
export const twoLevels = (db: Kysely<IdentityTables>, stores: Stores) => {
  const alike = ({ service_id, region_id, resource_name }: Wanted) => ({
    service_id: [service_id],
    region_id: [region_id],
    resource_name: [resource_name],
  })

  const limitOfDomain = async (wanted: Wanted, domainId: string): Promise<number | undefined> => {
    const [own] = await limits.list(db, 'all', { ...alike(wanted), domain_id: [domainId] })
    if (own) return own.resource_limit
    return (await registeredLimits.list(db, 'all', alike(wanted)))[0]?.default_limit
  }

  const checkProject = async (wanted: Wanted, projectId: string, together: readonly Wanted[]) => {
    const domainId = (await stores.projects.find(projectId))?.parent_id ?? ''
    const given = together.find((one) => one.domain_id === domainId && sameThing(one, wanted))
    const most = given?.resource_limit ?? (await limitOfDomain(wanted, domainId))
    if (most !== undefined && most >= 0 && (wanted.resource_limit > most || wanted.resource_limit < 0))
      throw unfit(wanted)
  }

  const checkDomain = async (wanted: Wanted, domainId: string): Promise<void> => {
    if (wanted.resource_limit < 0) return
    const inDomain = {
      column: 'domain_id',
      comparison: 'equals',
      ignoreCase: false,
      value: domainId,
    } as const
    const projects = await stores.projects.page([inDomain], { limit: mostProjects })
    const ofProjects = await limits.list(db, 'all', {
      ...alike(wanted),
      project_id: projects.map(({ id }) => id),
    })
    if (ofProjects.some(({ resource_limit }) => resource_limit > wanted.resource_limit)) throw unfit(wanted)
  }

  return async (wanted: readonly Wanted[]): Promise<void> => {
    for (const one of wanted) {
      if (one.project_id !== null) await checkProject(one, one.project_id, wanted)
      else if (one.domain_id !== null) await checkDomain(one, one.domain_id)
    }
  }
}
