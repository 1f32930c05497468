import { groupType } from '@nimbo/contracts/volume/group-types'
import { repository } from '@nimbo/resource/rows/repository'
import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The repository of group types; projects see only public types. */
export const groupTypes = repository<typeof groupType, Db>(groupType, {
  visibleTo: () => sql<boolean>`group_types.is_public = 1`,
})
