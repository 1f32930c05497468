import { createOrder, deleteOrder, listOrders, showOrder } from '@nimbo/contracts/key-manager/orders'
import { CliError } from '../../cloud/cli-error.ts'
import { given, rowsAt } from '../../cloud/json-values.ts'
import { inKeyManager, perform } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { also, integer, text } from '../../grammar/option.ts'
import { type Columns, listOf, nothing, showInOrder } from '../../output/result.ts'
import { idOf, pageQuery, paging, uri } from './reference.ts'

const columns: Columns = {
  'Order href': 'order_ref',
  Type: ({ type }) => (type === 'key' ? 'Key' : 'Asymmetric'),
  'Container href': ({ container_ref }) => container_ref ?? 'N/A',
  'Secret href': ({ secret_ref }) => secret_ref ?? 'N/A',
  Created: 'created',
  Status: 'status',
  'Error code': ({ error_status_code }) => error_status_code ?? null,
  'Error message': ({ error_reason }) => error_reason ?? null,
}

const typeOf = (word: string): 'key' | 'asymmetric' => {
  if (word === 'key' || word === 'asymmetric') return word
  throw new CliError(`argument type: invalid choice: '${word}' (choose from 'key', 'asymmetric')`)
}

const create = command({
  words: 'secret order create',
  summary: 'Create a new order',
  calls: [inKeyManager(createOrder)],
  output: 'one',
  positionals: { type: one('type', 'Type of the key to generate: key (symmetric) or asymmetric') },
  options: {
    name: also(text('<name>', 'A human-friendly name'), '-n'),
    algorithm: also(text('<algorithm>', 'Algorithm of the key (default: aes)'), '-a'),
    bitLength: also(integer('<bits>', 'Bit length of the key (default: 256)'), '-b'),
    mode: also(text('<mode>', 'Mode of the key (default: cbc)'), '-m'),
    payloadContentType: also(
      text('<type>', 'Content type of the key (default: application/octet-stream)'),
      '-t',
    ),
    expiration: also(text('<instant>', 'Expiration time of the key, in ISO 8601 format'), '-x'),
  },
  run: async (session, { type, name, mode = 'cbc', algorithm = 'aes', bitLength = 256, ...more }) => {
    const payload_content_type = more.payloadContentType ?? 'application/octet-stream'
    const { order_ref } = await session.api['key-manager'].call(createOrder, {
      body: {
        type: typeOf(type),
        meta: {
          ...{ algorithm, bit_length: bitLength, mode, payload_content_type },
          ...given({ name, expiration: more.expiration }),
        },
      },
    })
    const path = { order_id: idOf(order_ref) }
    return showInOrder(columns, await perform(session, inKeyManager(showOrder), { path }))
  },
})

const get = command({
  words: 'secret order get',
  summary: 'Retrieve an order by providing its URI',
  calls: [inKeyManager(showOrder)],
  output: 'one',
  positionals: { reference: uri('order') },
  run: async (session, { reference }) => {
    const path = { order_id: idOf(reference) }
    return showInOrder(columns, await perform(session, inKeyManager(showOrder), { path }))
  },
})

const list = command({
  words: 'secret order list',
  summary: 'List orders',
  calls: [inKeyManager(listOrders)],
  output: 'list',
  options: paging,
  run: async (session, page) =>
    listOf(
      columns,
      rowsAt(await perform(session, inKeyManager(listOrders), { query: pageQuery(page) }), 'orders'),
    ),
})

const remove = command({
  words: 'secret order delete',
  summary: 'Delete an order by providing its URI',
  calls: [inKeyManager(deleteOrder)],
  output: 'none',
  positionals: { reference: uri('order') },
  run: async (session, { reference }) => {
    await perform(session, inKeyManager(deleteOrder), { path: { order_id: idOf(reference) } })
    return nothing
  },
})

export const secretOrderCommands = [create, get, list, remove]
