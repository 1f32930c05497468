import { cleanUpWorkers } from '@nimbo/contracts/volume/workers'
import { given, rowsAt } from '../../cloud/json-values.ts'
import { inVolume, perform } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { either, integer, oneOf, text } from '../../grammar/option.ts'
import { listOf } from '../../output/result.ts'

export const blockStorageCleanupCommands = [
  command({
    words: 'block storage cleanup',
    summary: 'Clean up the interrupted operations of block storage services (from 3.24 of the API)',
    calls: [inVolume(cleanUpWorkers)],
    output: 'list',
    options: {
      cluster: text('<cluster>', 'Clean up services of this cluster only'),
      host: text('<host>', 'Clean up services on this host only'),
      binary: oneOf(['cinder-volume', 'cinder-scheduler'], 'Clean up services with this binary only'),
      isUp: either({ '--up': true, '--down': false }, 'Filter by up or down status'),
      isDisabled: either({ '--disabled': true, '--enabled': false }, 'Filter by disabled or enabled status'),
      resourceId: text('<resource-id>', 'Clean up this resource only (UUID)'),
      resourceType: oneOf(['Volume', 'Snapshot'], 'Clean up resources of this type only'),
      serviceId: integer('<service-id>', 'Clean up this service only (number of the service, not its UUID)'),
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
