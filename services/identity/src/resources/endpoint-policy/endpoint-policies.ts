import type { Deps } from '../../app/deps.ts'
import type { Endpoint } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { bindPolicy, type PolicyPlace, policyIdAt, unbindPolicy } from './records.ts'

const mostEndpoints = 10_000
const mostRegions = 100

export const createEndpointPolicies = ({ db, stores }: Pick<Deps, 'db' | 'stores'>) => {
  /** A region and its ancestors, nearest first. */
  const regionsUpFrom = async (id: string | null): Promise<string[]> => {
    const ids: string[] = []
    for (let next = id; next !== null && ids.length < mostRegions; ) {
      ids.push(next)
      next = (await stores.regions.find(next))?.parent_region_id ?? null
    }
    return ids
  }

  /**
   * The most specific policy of an endpoint: its own, that of its service in its region or an ancestor, or that of its service.
   */
  const policyIdOf = async ({ id, service_id, region_id }: Endpoint): Promise<string | undefined> => {
    const regions = await regionsUpFrom(region_id)
    const places: PolicyPlace[] = [
      { endpoint_id: id, service_id: null, region_id: null },
      ...regions.map((region) => ({ endpoint_id: null, service_id, region_id: region })),
      { endpoint_id: null, service_id, region_id: null },
    ]
    for (const place of places) {
      const policyId = await policyIdAt(db, place)
      if (policyId !== undefined) return policyId
    }
    return undefined
  }

  return {
    bind: (policyId: string, place: PolicyPlace): Promise<void> => bindPolicy(db, policyId, place),

    check: async (policyId: string, place: PolicyPlace): Promise<void> => {
      if ((await policyIdAt(db, place)) !== policyId) throw errors.PolicyAssociationNotFound()
    },

    unbind: async (policyId: string, place: PolicyPlace): Promise<void> => {
      if (!(await unbindPolicy(db, policyId, place))) throw errors.PolicyAssociationNotFound()
    },

    /** Throws if there is none. */
    policyIdFor: async (endpoint: Endpoint): Promise<string> => {
      const policyId = await policyIdOf(endpoint)
      if (policyId === undefined) throw errors.NoPolicy({ id: endpoint.id })
      return policyId
    },

    endpointsOf: async (policyId: string): Promise<Endpoint[]> => {
      const endpoints = await stores.endpoints.page([], { limit: mostEndpoints })
      const of: Endpoint[] = []
      for (const endpoint of endpoints) if ((await policyIdOf(endpoint)) === policyId) of.push(endpoint)
      return of
    },
  }
}
