import { flavor } from '@nimbo/contracts/network/flavors'
import { grouped } from '@nimbo/resource/rows/grouped'
import { repository } from '@nimbo/resource/rows/repository'
import { knownToAll } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'

export const flavors = repository(flavor, {
  visibleTo: knownToAll,
  apart: {
    service_profiles: {
      read: async (db: Db, ids) =>
        grouped(
          await db.selectFrom('flavor_profiles').selectAll().where('flavor_id', 'in', ids).execute(),
          ({ flavor_id }) => flavor_id,
          ({ service_profile_id }) => service_profile_id,
        ),
      none: [],
    },
  },
})
