import {
  createConsumer,
  deleteConsumer,
  listConsumers,
  showConsumer,
  updateConsumer,
} from '@nimbo/contracts/identity/oauth1'
import type { Kind } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { text } from '../../grammar/option.ts'

const service = 'identity'
const consumerKind: Kind = {
  ...{ service, list: listConsumers, show: showConsumer, remove: deleteConsumer, label: 'Consumer' },
}
const options = { description: text('<description>', 'Description of the consumer') }

export const consumerCommands = [
  shows({
    words: 'consumer create',
    summary: 'Create new consumer',
    ...{ service, operation: createConsumer, options },
    request: ({ description }) => ({ body: { consumer: given({ description }) } }),
  }),
  lists({
    words: 'consumer list',
    summary: 'List consumers',
    ...{ service, operation: listConsumers },
    columns: { ID: 'id', Description: 'description' },
  }),
  shows({
    words: 'consumer show',
    summary: 'Display consumer details',
    ...{ service, operation: showConsumer },
    positionals: { consumer: one('<consumer>', 'Consumer to display') },
    request: ({ consumer }) => ({ path: { consumer_id: consumer } }),
  }),
  does({
    words: 'consumer set',
    summary: 'Set consumer properties',
    ...{ service, operation: updateConsumer, options },
    positionals: { consumer: one('<consumer>', 'Consumer to modify') },
    request: ({ consumer, description }) => ({
      path: { consumer_id: consumer },
      body: { consumer: given({ description }) },
    }),
  }),
  deletes('consumer delete', 'Delete consumer(s)', consumerKind, many('<consumer>', 'Consumer(s) to delete')),
]
