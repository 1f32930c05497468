import * as operations from '@nimbo/contracts/volume/clusters'
import { handle } from '../../../api/handle.ts'
import { errors } from '../../../errors.ts'

/*
 * A cluster is several volume hosts that serve the same back ends. Here each back end has one host, so there are no clusters:
 * lists are empty, and no name is found.
 */

const knownFilters = new Set(operations.clusterFilters)

const noneOf = async ({ query }: { readonly query: object }) => {
  const strange = Object.keys(query).filter((name) => !knownFilters.has(name))
  if (strange.length > 0) throw errors.InvalidInput({ reason: `Invalid filter keys: ${strange.join(', ')}` })
  return { clusters: [] }
}

const list = handle(operations.listClusters, noneOf)
const listInFull = handle(operations.listClustersInFull, noneOf)

const show = handle(operations.showCluster, async ({ params }) => {
  throw errors.ClusterNotFound({ name: params.cluster_name })
})

const enable = handle(operations.enableCluster, async ({ body: { name } }) => {
  throw errors.ClusterNotFound({ name })
})

const disable = handle(operations.disableCluster, async ({ body: { name } }) => {
  throw errors.ClusterNotFound({ name })
})

export const clusters = [list, listInFull, show, enable, disable]
