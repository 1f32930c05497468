import type { EndpointGroup } from '@nimbo/contracts/identity/endpoint-groups'
import type { Deps } from '../../app/deps.ts'
import { inGroup } from '../../domain/catalog.ts'
import type { Endpoint, Project } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { endpointGroups } from '../endpoint-group/records.ts'
import { tiedEndpoints, tiedGroups } from './records.ts'

const most = 10_000

export const createEndpointFilter = ({ db, stores }: Pick<Deps, 'db' | 'stores'>) => {
  const everyEndpoint = (): Promise<Endpoint[]> => stores.endpoints.page([], { limit: most })

  const groupsOf = async (projectId: string): Promise<EndpointGroup[]> =>
    endpointGroups.list(db, 'all', { id: await tiedGroups.ofProject(db, projectId) })

  /** The endpoints among the given ones that are associated with a project, directly or through an endpoint group. */
  const among = async (projectId: string, endpoints: readonly Endpoint[]): Promise<Endpoint[]> => {
    const [ids, groups] = [await tiedEndpoints.ofProject(db, projectId), await groupsOf(projectId)]
    return endpoints.filter(
      (endpoint) => ids.includes(endpoint.id) || groups.some(({ filters }) => inGroup(filters, endpoint)),
    )
  }

  return {
    tieEndpoint: (projectId: string, id: string): Promise<void> => tiedEndpoints.add(db, projectId, id),
    checkEndpoint: async (projectId: string, id: string): Promise<void> => {
      if (!(await tiedEndpoints.has(db, projectId, id)))
        throw errors.NotThere({ reason: `Endpoint ${id} not found in project ${projectId}.` })
    },
    untieEndpoint: async (projectId: string, id: string): Promise<void> => {
      if (!(await tiedEndpoints.remove(db, projectId, id)))
        throw errors.NotThere({ reason: `Endpoint ${id} not found in project ${projectId}.` })
    },

    tieGroup: (projectId: string, id: string): Promise<void> => tiedGroups.add(db, projectId, id),
    checkGroup: async (projectId: string, id: string): Promise<void> => {
      if (!(await tiedGroups.has(db, projectId, id)))
        throw errors.NotThere({ reason: 'Endpoint Group Project Association not found.' })
    },
    untieGroup: async (projectId: string, id: string): Promise<void> => {
      if (!(await tiedGroups.remove(db, projectId, id)))
        throw errors.NotThere({ reason: 'Endpoint Group Project Association not found.' })
    },

    groupsOf,
    endpointsOf: async (projectId: string): Promise<Endpoint[]> => among(projectId, await everyEndpoint()),
    endpointsIn: async ({ filters }: EndpointGroup): Promise<Endpoint[]> =>
      (await everyEndpoint()).filter((endpoint) => inGroup(filters, endpoint)),
    projectsOfEndpoint: async (id: string): Promise<Project[]> =>
      stores.projects.findMany(await tiedEndpoints.projectsOf(db, id)),
    projectsOfGroup: async (id: string): Promise<Project[]> =>
      stores.projects.findMany(await tiedGroups.projectsOf(db, id)),
    among,
  }
}

export type EndpointFilter = ReturnType<typeof createEndpointFilter>
