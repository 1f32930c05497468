import * as operations from '@nimbo/contracts/volume/clusters'
import { handle } from '../../../api/handle.ts'
import { errors } from '../../../errors.ts'

/*
 * A cluster is several volume hosts that serve the same back ends. Here each back end has one host, so there are no clusters:
 * lists are empty, and no name is found.
 */

const list = handle(operations.listClusters, async () => ({ clusters: [] }))
const listInFull = handle(operations.listClustersInFull, async () => ({ clusters: [] }))

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
