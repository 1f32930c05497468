import {
  type AddressGroup,
  addAddresses,
  addressGroup,
  addressGroupNotifications,
  addressGroupOperations,
  type PlainAddressGroup,
  removeAddresses,
} from '@nimbo/contracts/network/address-group'
import { handlersOf } from '@nimbo/http/handle'
import type { Call } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import { acceptedValue } from '../../api/check-body.ts'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { lookUpIn } from '../../api/served-kind.ts'
import { networkViews } from '../../api/views.ts'
import type { Deps } from '../../app/deps.ts'
import { updated } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { index, standard, withColumns } from '../../create-tables.ts'
import { seenAsShared } from '../rbac-policy/shared-with.ts'
import { addressGroups } from './address-groups.ts'
import { errors } from './errors.ts'

const createAddressGroups = async (db: Kysely<unknown>): Promise<void> => {
  await withColumns(standard(db, 'address_groups'), 'text', ['name', 'description', 'addresses'])
    .addColumn('shared', 'integer', (column) => column.notNull())
    .execute()
  await index(db, 'address_groups', 'project_id')
}

type Change = (before: readonly string[], given: readonly string[], id: string) => readonly string[]

const withAdded: Change = (before, given, id) => {
  const known = given.filter((address) => before.includes(address))
  if (known.length > 0) throw errors.AddressesAlreadyExist({ id, addresses: known })
  return [...before, ...given]
}

const withoutRemoved: Change = (before, given, id) => {
  const missing = given.filter((address) => !before.includes(address))
  if (missing.length > 0) throw errors.AddressesNotFound({ id, addresses: missing })
  return before.filter((address) => !given.includes(address))
}

const changeAddresses = (
  { app, ctx }: Pick<Call<Deps>, 'app' | 'ctx'>,
  { id }: PlainAddressGroup,
  given: readonly string[],
  change: Change,
): Promise<AddressGroup> =>
  app.transaction(ctx, async (inside) => {
    const before = await refreshed(addressGroups, inside.db, id)
    const addresses = change(before.addresses, given, id)
    await addressGroups.update(inside.db, id, { addresses }, timestamp(app.clock))
    const after = await refreshed(addressGroups, inside.db, id)
    await updated(inside, addressGroup, {}, { before, after })
    return after
  })

const asSeen = seenAsShared('address_group')
const handle = handlersOf<Deps>()({
  address_group: lookUpIn(addressGroups, errors.AddressGroupNotFound, asSeen),
})
const views = networkViews(addressGroup)
const { addresses: described } = addressGroup.attributes

const changing = (operation: typeof addAddresses | typeof removeAddresses, change: Change) =>
  handle(operation, async (call) => {
    const given = acceptedValue('addresses', described, call.body.addresses)
    const changed = await changeAddresses(call, call.found.address_group, given, change)
    return { address_group: views([])(call.allows, changed) }
  })

export const addressGroupRoom = roomOf(
  addressGroupOperations,
  {
    ...simpleUseCases({
      repository: addressGroups,
      rowOf: (values) => ({ ...values, shared: false }),
    }),
    repository: addressGroups,
    notFound: errors.AddressGroupNotFound,
    asSeen,
  },
  {
    migrations: { '0009-address-groups': createAddressGroups },
    notifications: addressGroupNotifications,
    extensions: [extension('address-group', 'Address group', 'Addresses under one name')],
    routes: [changing(addAddresses, withAdded), changing(removeAddresses, withoutRemoved)],
  },
)
