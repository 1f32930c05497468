import { serviceProfile } from '@nimbo/contracts/network/flavors'
import { grouped } from '@nimbo/resource/rows/grouped'
import { repository } from '@nimbo/resource/rows/repository'
import { knownToAll } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'

export const serviceProfiles = repository(serviceProfile, {
  visibleTo: knownToAll,
  apart: {
    flavors: {
      read: async (db: Db, ids) =>
        grouped(
          await db.selectFrom('flavor_profiles').selectAll().where('service_profile_id', 'in', ids).execute(),
          ({ service_profile_id }) => service_profile_id,
          ({ flavor_id }) => flavor_id,
        ),
      none: [],
    },
  },
})
