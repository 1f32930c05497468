import { cleanUpWorkers } from '@nimbo/contracts/volume/workers'
import { given, rowsAt } from '../../cloud/json-values.ts'
import { inVolume, perform } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { either, integer, oneOf, text } from '../../grammar/option.ts'
import { listOf } from '../../output/result.ts'

export const blockStorageCleanupCommands = [
  command({
    words: 'block storage cleanup',
    summary: 'Do block storage cleanup (from 3.24 of the API)',
    calls: [inVolume(cleanUpWorkers)],
    output: 'list',
    options: {
      cluster: text('<cluster>', 'Name of block storage cluster in which cleanup needs to be performed'),
      host: text('<host>', 'Host where the service resides'),
      binary: oneOf(['cinder-volume', 'cinder-scheduler'], 'Name of the service binary'),
      isUp: either({ '--up': true, '--down': false }, 'Filter by up or down status'),
      isDisabled: either({ '--disabled': true, '--enabled': false }, 'Filter by disabled or enabled status'),
      resourceId: text('<resource-id>', 'UUID of a resource to cleanup'),
      resourceType: oneOf(['Volume', 'Snapshot'], 'Type of resource to cleanup'),
      serviceId: integer('<service-id>', 'The place of the service in the list of services, not its UUID'),
    },
    run: async (session, { cluster, host, binary, isUp, isDisabled, ...resource }) => {
      const body = given({
        ...{ cluster_name: cluster, host, binary, is_up: isUp, disabled: isDisabled },
        ...{ resource_id: resource.resourceId, resource_type: resource.resourceType },
        service_id: resource.serviceId,
      })
      const reply = await perform(session, inVolume(cleanUpWorkers), { body })
      const withStatus = (key: string, status: string) =>
        rowsAt(reply, key).map((row) => ({ ...row, status }))
      return listOf(
        { ID: 'id', 'Cluster Name': 'cluster_name', Host: 'host', Binary: 'binary', Status: 'status' },
        [...withStatus('cleaning', 'Cleaning'), ...withStatus('unavailable', 'Unavailable')],
      )
    },
  }),
]
