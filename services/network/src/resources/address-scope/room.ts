import {
  type AddressScope,
  type addressScope,
  addressScopeNotifications,
  addressScopeOperations,
} from '@nimbo/contracts/network/address-scope'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import type { Deps } from '../../app/deps.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { index, withColumns } from '../../create-tables.ts'
import { seenAsShared } from '../rbac-policy/shared-with.ts'
import { addressScopes } from './address-scopes.ts'
import { errors } from './errors.ts'

const createAddressScopes = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema
    .createTable('address_scopes')
    .addColumn('id', 'text', (column) => column.primaryKey())
  await withColumns(withColumns(table, 'text', ['project_id', 'name']), 'integer', [
    'ip_version',
    'shared',
  ]).execute()
  await index(db, 'address_scopes', 'project_id')
}

const useCases = simpleUseCases({ repository: addressScopes, rowOf: (values) => values })

/** Neutron refuses to unshare a scope: others may depend on it. */
const update =
  (deps: Deps) =>
  (ctx: Context, before: AddressScope, changes: Changes<typeof addressScope>): Promise<AddressScope> => {
    if (before.shared && changes.shared === false)
      throw errors.AddressScopeUpdateError({
        id: before.id,
        reason: "Shared address scope can't be unshared",
      })
    return useCases.update(deps)(ctx, before, changes)
  }

export const addressScopeRoom = roomOf(
  addressScopeOperations,
  {
    ...useCases,
    update,
    repository: addressScopes,
    notFound: errors.AddressScopeNotFound,
    asSeen: seenAsShared('address_scope'),
  },
  {
    migrations: { '0051-address-scopes': createAddressScopes },
    notifications: addressScopeNotifications,
    extensions: [extension('address-scope', 'Address scope', 'Where addresses mean the same')],
  },
)
