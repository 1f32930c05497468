import {
  addPrefixes,
  onboardNetworkSubnets,
  removePrefixes,
  type SubnetPool,
  subnetpool,
  subnetpoolNotifications,
  subnetpoolOperations,
} from '@nimbo/contracts/network/subnetpool'
import { tagOperations } from '@nimbo/contracts/network/tags'
import { handlersOf } from '@nimbo/http/handle'
import { intersects, without } from '@nimbo/ip/prefix-set'
import { timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import { acceptedValue } from '../../api/check-body.ts'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { lookUpIn } from '../../api/served-kind.ts'
import { deletionOf } from '../../app/delete-resource.ts'
import type { Deps, Inside } from '../../app/deps.ts'
import { valuesOf } from '../../app/draft.ts'
import { refreshed } from '../../app/refreshed.ts'
import { index, standard, withColumns } from '../../create-tables.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { seenAsShared } from '../rbac-policy/shared-with.ts'
import { changePool, createSubnetpools, updateSubnetpool } from './change-subnetpools.ts'
import { errors } from './errors.ts'
import { onboardSubnets } from './onboard-subnets.ts'
import { allocationsOf, subnetpools } from './subnetpools.ts'

const createTable = async (db: Kysely<unknown>): Promise<void> => {
  const texts = ['name', 'description', 'prefixes', 'min_prefixlen', 'max_prefixlen', 'default_prefixlen']
  const table = withColumns(standard(db, 'subnetpools'), 'text', texts, ['address_scope_id'])
  await withColumns(table, 'integer', ['ip_version', 'is_default', 'shared'], ['default_quota']).execute()
  await index(db, 'subnetpools', 'project_id')
  await index(db, 'subnetpools', 'address_scope_id')
  await index(db, 'subnets', 'subnetpool_id')
}

const asSeen = seenAsShared('subnetpool')
const handle = handlersOf<Deps>()({
  subnetpool: lookUpIn(subnetpools, errors.SubnetPoolNotFound, asSeen),
})
const { prefixes: described } = subnetpool.attributes

/** Removes prefixes that no subnet uses; unknown prefixes are ignored. */
const withdrawPrefixes = async (
  { deps, db }: Inside,
  { id, prefixes }: SubnetPool,
  given: readonly string[],
): Promise<SubnetPool> => {
  const allocated = (await allocationsOf(db, id)).map(({ cidr }) => cidr)
  if (intersects(allocated, given))
    throw errors.IllegalSubnetPoolPrefixUpdate({
      reason: 'One or more the prefixes to be removed is in use by a subnet.',
    })
  await subnetpools.update(db, id, { prefixes: without(prefixes, given) }, timestamp(deps.clock))
  return refreshed(subnetpools, db, id)
}

const changing = (
  operation: typeof addPrefixes | typeof removePrefixes,
  change: (inside: Inside, pool: SubnetPool, given: readonly string[]) => Promise<SubnetPool>,
) =>
  handle(operation, ({ app, ctx, found, body }) =>
    app.transaction(ctx, async (inside) => {
      const given = acceptedValue('prefixes', described, body.prefixes)
      const pool = await refreshed(subnetpools, inside.db, found.subnetpool.id)
      const { prefixes } = given.length === 0 ? pool : await change(inside, pool, given)
      return { prefixes: [...prefixes] }
    }),
  )

const onboard = handle(onboardNetworkSubnets, async ({ app, ctx, found, body: { network_id: id } }) => {
  const network = await networks.plain(app.db, app.callers.scopeOf(ctx), id)
  if (!network) throw networkErrors.NetworkNotFound({ id })
  await onboardSubnets(app)(ctx, found.subnetpool, network)
  return {}
})

export const subnetpoolRoom = roomOf(
  subnetpoolOperations,
  {
    repository: subnetpools,
    notFound: errors.SubnetPoolNotFound,
    asSeen,
    create: (deps) => (ctx, drafts) => createSubnetpools(deps)(ctx, valuesOf(drafts)),
    update: updateSubnetpool,
    delete: deletionOf(subnetpools),
  },
  {
    migrations: { '0052-subnetpools': createTable },
    notifications: subnetpoolNotifications,
    tags: tagOperations(subnetpool, 'SubnetPoolNotFound'),
    extensions: [
      extension('default-subnetpools', 'Default Subnetpools', 'Pools for subnets that name none'),
      extension('subnet_allocation', 'Subnet Allocation', 'Subnets taken from pools'),
      extension('subnet_onboard', 'Subnet Onboard', 'Subnets taken into pools'),
      extension('subnetpool-prefix-ops', 'Subnet Pool Prefix Operations', 'Single prefixes of pools'),
    ],
    routes: [
      changing(addPrefixes, (inside, pool, given) =>
        changePool(inside, pool, { prefixes: [...pool.prefixes, ...given] }),
      ),
      changing(removePrefixes, withdrawPrefixes),
      onboard,
    ],
  },
)
