import {
  addSecretConsumer,
  listSecretConsumers,
  removeSecretConsumer,
} from '@nimbo/contracts/key-manager/consumers'
import { rowsAt } from '../../cloud/json-values.ts'
import { inKeyManager, perform } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { requiredText } from '../../grammar/option.ts'
import { type Columns, listOf, nothing } from '../../output/result.ts'
import { idOf, pageQuery, paging, uri } from './reference.ts'

const columns: Columns = {
  Service: 'service',
  'Resource type': 'resource_type',
  'Resource id': 'resource_id',
  Created: 'created',
}

const consumer = {
  serviceTypeName: requiredText('<service>', 'Type of the service that uses the secret, such as image'),
  resourceType: requiredText('<type>', 'Type of the resource that uses the secret, such as image'),
  resourceId: requiredText('<id>', 'ID of the resource that uses the secret'),
}

const list = command({
  words: 'secret consumer list',
  summary: 'List consumers of a secret',
  calls: [inKeyManager(listSecretConsumers)],
  output: 'list',
  positionals: { reference: uri('secret') },
  options: paging,
  run: async (session, { reference, ...page }) => {
    const request = { path: { secret_id: idOf(reference) }, query: pageQuery(page) }
    return listOf(
      columns,
      rowsAt(await perform(session, inKeyManager(listSecretConsumers), request), 'consumers'),
    )
  },
})

const change = (
  words: string,
  summary: string,
  operation: typeof addSecretConsumer | typeof removeSecretConsumer,
) =>
  command({
    ...{ words, summary, calls: [inKeyManager(operation)], output: 'none' },
    positionals: { reference: uri('secret') },
    options: consumer,
    run: async (session, { reference, serviceTypeName, resourceType, resourceId }) => {
      const body = { service: serviceTypeName, resource_type: resourceType, resource_id: resourceId }
      await perform(session, inKeyManager(operation), { path: { secret_id: idOf(reference) }, body })
      return nothing
    },
  })

export const secretConsumerCommands = [
  list,
  change('secret consumer create', 'Create a consumer of a secret', addSecretConsumer),
  change('secret consumer delete', 'Delete a consumer of a secret', removeSecretConsumer),
]
