import * as operations from '@nimbo/contracts/network/port-bindings'
import type { PortBinding } from '@nimbo/contracts/network/port-bindings'
import { handlersOf } from '@nimbo/http/handle'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { lookUpIn } from '../../api/served-kind.ts'
import type { Deps } from '../../app/deps.ts'
import { withColumns } from '../../create-tables.ts'
import { errors as portErrors } from '../port/errors.ts'
import { ports } from '../port/ports.ts'
import { activateBinding, bindingOn, checkMoves, createBinding, deleteBinding } from './change-bindings.ts'
import { bindingsOf } from './port-bindings.ts'

const createTable = async (db: Kysely<unknown>): Promise<void> => {
  const columns = ['port_id', 'host', 'vif_type', 'vif_details', 'vnic_type', 'profile']
  await withColumns(db.schema.createTable('port_bindings'), 'text', columns)
    .addPrimaryKeyConstraint('port_bindings_pair', ['port_id', 'host'])
    .addForeignKeyConstraint('port_bindings_port', ['port_id'], 'ports', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
}

const handle = handlersOf<Deps>()({ port: lookUpIn(ports, portErrors.PortNotFound) })

const list = handle(operations.listPortBindings, async ({ app, found, query }) => {
  checkMoves(found.port)
  const isWanted = (binding: PortBinding): boolean => {
    const values: Readonly<Record<string, unknown>> = binding
    return Object.entries(query).every(([name, wanted]) => wanted.includes(String(values[name])))
  }
  return { bindings: (await bindingsOf(app.db, found.port)).filter(isWanted) }
})

const create = handle(operations.createPortBinding, async ({ app, ctx, found, body: { binding } }) => {
  checkMoves(found.port)
  const profile = JSON.parse(JSON.stringify(binding.profile ?? {}))
  return { binding: await createBinding(app, ctx, found.port, { host: binding.host, profile }) }
})

const show = handle(operations.showPortBinding, async ({ app, found, params: { host } }) => {
  checkMoves(found.port)
  return { binding: await bindingOn(app, found.port, host) }
})

const activate = handle(operations.activatePortBinding, async ({ app, ctx, found, params: { host } }) => {
  checkMoves(found.port)
  return { binding: await activateBinding(app, ctx, found.port, host) }
})

const remove = handle(operations.deletePortBinding, async ({ app, ctx, found, params: { host } }) => {
  checkMoves(found.port)
  await deleteBinding(app, ctx, found.port, host)
})

/** Port bindings; the active one is part of the port itself. */
export const portBindingRoom: Room = {
  listed: { name: 'binding', collection: 'bindings', path: 'ports/{port_id}/bindings' },
  repositories: [],
  counted: [],
  routes: [list, create, show, activate, remove],
  migrations: { '0057-port-bindings': createTable },
  extensions: [extension('binding-extended', 'Port Bindings Extended', 'Ports bound to several hosts')],
}
