import { addAddresses, addressGroupOperations, removeAddresses } from '@nimbo/contracts/network/address-group'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inNetwork } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { list, text } from '../../grammar/option.ts'
import { column, listCell } from '../../output/cells.ts'
import { nothing } from '../../output/result.ts'
import { addressGroupKind, projectIn, projectOptions } from './network-kinds.ts'

const service = 'network'
const group = one('<address-group>', 'Address group (name or ID)')
const address = list('<ip-address>', 'IP address, or block of addresses such as 10.0.0.0/24 (repeatable)')
const description = text('<description>', 'Description of the address group')

const columns = {
  addresses: column(listCell, 'addresses'),
  description: 'description',
  id: 'id',
  name: 'name',
  project_id: 'project_id',
}

const set = command({
  words: 'address group set',
  summary: 'Set address group properties',
  calls: [inNetwork(addressGroupOperations.update)],
  output: 'none',
  positionals: { group },
  options: { name: text('<name>', 'Set address group name'), description, address },
  run: async (session, { group: called, name, description: said, address: added }) => {
    const path = { address_group_id: await findId(session, addressGroupKind, called) }
    const members = given({ name, description: said })
    if (Object.keys(members).length > 0)
      await session.api.network.call(addressGroupOperations.update, {
        path,
        body: { address_group: members },
      })
    if (added.length > 0)
      await session.api.network.call(addAddresses, { path, body: { addresses: [...added] } })
    return nothing
  },
})

export const addressGroupCommands = [
  shows({
    words: 'address group create',
    summary: 'Create a new Address Group',
    ...{ service, operation: addressGroupOperations.create, columns },
    positionals: { name: one('<name>', 'New address group name') },
    options: { description, address, ...projectOptions },
    request: async ({ name, description: said, address: addresses, ...asked }, session) => ({
      body: {
        address_group: given({
          ...{ name, addresses, description: said },
          project_id: await projectIn(session, asked),
        }),
      },
    }),
  }),
  lists({
    words: 'address group list',
    summary: 'List address groups',
    ...{ service, operation: addressGroupOperations.list },
    options: { name: text('<name>', 'List only address groups of this name'), ...projectOptions },
    request: async ({ name, ...asked }, session) => ({
      query: given({ name, project_id: await projectIn(session, asked) }),
    }),
    columns: {
      ID: 'id',
      Name: 'name',
      Description: 'description',
      Project: 'project_id',
      Addresses: column(listCell, 'addresses'),
    },
  }),
  shows({
    words: 'address group show',
    summary: 'Display address group details',
    ...{ service, operation: addressGroupOperations.show, columns },
    positionals: { group },
    request: async ({ group: called }, session) => ({
      path: { address_group_id: await findId(session, addressGroupKind, called) },
    }),
  }),
  set,
  does({
    words: 'address group unset',
    summary: 'Unset address group properties',
    ...{ service, operation: removeAddresses },
    positionals: { group },
    options: { address },
    request: async ({ group: called, address: addresses }, session) => ({
      path: { address_group_id: await findId(session, addressGroupKind, called) },
      body: { addresses: [...addresses] },
    }),
  }),
  deletes(
    'address group delete',
    'Delete address group(s)',
    addressGroupKind,
    many('<address-group>', 'Address group(s) to delete (name or ID)'),
  ),
]
