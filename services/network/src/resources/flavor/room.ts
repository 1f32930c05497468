import {
  addServiceProfile,
  type Flavor,
  type flavor,
  flavorNotifications,
  flavorOperations,
  listServiceProviders,
  removeServiceProfile,
} from '@nimbo/contracts/network/flavors'
import { handlersOf } from '@nimbo/http/handle'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { lookUpIn } from '../../api/served-kind.ts'
import type { Deps } from '../../app/deps.ts'
import type { Draft } from '../../app/draft.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { withColumns } from '../../create-tables.ts'
import { errors as profileErrors } from '../service-profile/errors.ts'
import { providers } from '../service-profile/providers.ts'
import { serviceProfiles } from '../service-profile/service-profiles.ts'
import { errors } from './errors.ts'
import { flavors } from './flavors.ts'

const createTables = async (db: Kysely<unknown>): Promise<void> => {
  const begin = (table: string) =>
    db.schema.createTable(table).addColumn('id', 'text', (column) => column.primaryKey())
  const profiles = withColumns(begin('service_profiles'), 'text', ['description', 'driver', 'metainfo'])
  await withColumns(profiles, 'integer', ['enabled']).execute()
  const described = withColumns(begin('flavors'), 'text', ['name', 'description', 'service_type'])
  await withColumns(described, 'integer', ['enabled']).execute()
  await withColumns(db.schema.createTable('flavor_profiles'), 'text', ['flavor_id', 'service_profile_id'])
    .addPrimaryKeyConstraint('flavor_profiles_pair', ['flavor_id', 'service_profile_id'])
    .addForeignKeyConstraint('flavor_profiles_flavor', ['flavor_id'], 'flavors', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
}

const useCases = simpleUseCases({ repository: flavors, rowOf: (values) => values })

const create =
  (deps: Deps) =>
  (ctx: Context, drafts: readonly Draft<typeof flavor, unknown>[]): Promise<Flavor[]> => {
    for (const { values } of drafts)
      if (!providers.some(({ service_type }) => service_type === values.service_type))
        throw errors.InvalidServiceType({ type: values.service_type })
    return useCases.create(deps)(ctx, drafts)
  }

const handle = handlersOf<Deps>()({ flavor: lookUpIn(flavors, errors.FlavorNotFound) })

const add = handle(addServiceProfile, async ({ app, found, body }) => {
  const pair = { flavorId: found.flavor.id, profileId: body.service_profile.id }
  if (!(await serviceProfiles.plain(app.db, 'all', pair.profileId)))
    throw profileErrors.ServiceProfileNotFound({ id: pair.profileId })
  const added = await app.db
    .insertInto('flavor_profiles')
    .values({ flavor_id: pair.flavorId, service_profile_id: pair.profileId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('flavor_id')
    .executeTakeFirst()
  if (!added) throw errors.FlavorServiceProfileBindingExists(pair)
  return { service_profile: { id: pair.profileId } }
})

const remove = handle(removeServiceProfile, async ({ app, found, params: { profile_id: profileId } }) => {
  const gone = await app.db
    .deleteFrom('flavor_profiles')
    .where('flavor_id', '=', found.flavor.id)
    .where('service_profile_id', '=', profileId)
    .returning('flavor_id')
    .executeTakeFirst()
  if (!gone) throw errors.FlavorServiceProfileBindingNotFound({ flavorId: found.flavor.id, profileId })
})

const listProviders = handle(listServiceProviders, async ({ query }) => ({
  service_providers: providers
    .filter(
      ({ service_type, name, default: isDefault }) =>
        (query.service_type?.includes(service_type) ?? true) &&
        (query.name?.includes(name) ?? true) &&
        (query.default?.some((text) => text.toLowerCase() === String(isDefault)) ?? true),
    )
    .map(({ service_type, name, default: isDefault }) => ({ service_type, name, default: isDefault })),
}))

export const flavorRoom = roomOf(
  flavorOperations,
  { ...useCases, create, repository: flavors, notFound: errors.FlavorNotFound },
  {
    migrations: { '0081-flavors': createTables },
    notifications: flavorNotifications,
    extensions: [
      extension('flavors', 'Neutron Service Flavors', 'What users choose of services'),
      extension('service-type', 'Neutron Service Type Management', 'Who carries out services'),
    ],
    routes: [add, remove, listProviders],
  },
)
