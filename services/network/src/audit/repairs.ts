import { recount } from '@nimbo/db/kept-counts'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../app/deps.ts'
import { removeOwnPort } from '../resources/port/own-port.ts'
import { ports } from '../resources/port/ports.ts'
import { freeSubPort } from '../resources/trunk/bind-sub-ports.ts'
import type { Finding, FindingKind } from './finding.ts'

interface Repair {
  /** A description in one sentence. */
  readonly does: string
  run(deps: Deps, ctx: Context, finding: Finding): Promise<void>
}

/** A full resync of the agents of a host creates what is missing there and removes what should not be there. */
const resync: Repair = {
  does: 'Have the agents of the host compare everything at once.',
  run: async ({ inventories }, ctx, { host }) => {
    if (host !== null) await inventories.resync(ctx, host)
  },
}

const removePort: Repair = {
  does: 'Delete the port.',
  run: (deps, ctx, { resource: { id } }) =>
    deps.transaction(ctx, async (inside) => {
      const port = await ports.plain(inside.db, 'all', id)
      if (port) await removeOwnPort(inside, port)
    }),
}

const unbind: Repair = {
  does: 'Unbind the port.',
  run: (deps, ctx, { resource: { id } }) =>
    deps.transaction(ctx, async (inside) => {
      const port = await ports.plain(inside.db, 'all', id)
      if (port) await freeSubPort(inside, id, port['binding:host_id'])
    }),
}

const countAnew: Repair = {
  does: "Count the project's ports anew.",
  run: (deps, ctx, { resource: { id } }) => deps.transaction(ctx, ({ db }) => recount(db, 'ports', id)),
}

/** The repair of each kind of finding. */
export const repairs: { readonly [Kind in FindingKind]: Repair } = {
  'bridge-without-network': resync,
  'filter-without-port': resync,
  'port-without-filter': resync,
  'dhcp-without-network': resync,
  'network-without-dhcp': resync,
  'lease-without-port': resync,
  'namespace-without-router': resync,
  'router-without-namespace': resync,
  'port-of-gone-router': removePort,
  'port-of-gone-floating-ip': removePort,
  'sub-port-of-gone-trunk': unbind,
  'ports-miscounted': countAnew,
}
