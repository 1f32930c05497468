import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import type { ApiTables } from '../schema/api-tables.ts'

const insertRow = prepared((db: Kysely<ApiTables>, { row }: { readonly row: ApiTables['request_specs'] }) =>
  db.insertInto('request_specs').values(row),
)

const byServer = prepared((db: Kysely<ApiTables>, { serverId }: { readonly serverId: string }) =>
  db.selectFrom('request_specs').select('spec').where('server_id', '=', serverId),
)

/** The changeable parts of a request spec; undefined removes a part. */
interface Changeable {
  readonly flavor?: RequestSpec['flavor']
  readonly image?: RequestSpec['image'] | undefined
  readonly volumeProperties?: RequestSpec['volumeProperties']
  readonly shelved?: RequestSpec['shelved'] | undefined
  readonly availabilityZone?: RequestSpec['availabilityZone'] | undefined
}

/** The request spec of each server, kept as long as the server because the scheduler uses it for moves. */
export const requestSpecs = (db: Kysely<ApiTables>, clock: Clock) => {
  const change = async (serverId: string, parts: Changeable): Promise<void> => {
    const [row] = await byServer(db, { serverId })
    if (row === undefined) return
    const spec: RequestSpec = { ...JSON.parse(row.spec), ...parts }
    await db
      .updateTable('request_specs')
      .set({ spec: JSON.stringify(spec) })
      .where('server_id', '=', serverId)
      .execute()
  }
  return {
    insert: async (spec: RequestSpec): Promise<void> => {
      await insertRow(db, {
        row: { server_id: spec.serverId, spec: JSON.stringify(spec), created_at: timestamp(clock) },
      })
    },

    find: async (serverId: string): Promise<RequestSpec | undefined> => {
      const [row] = await byServer(db, { serverId })
      return row && (JSON.parse(row.spec) as RequestSpec)
    },

    findMany: async (serverIds: readonly string[]): Promise<ReadonlyMap<string, RequestSpec>> => {
      if (serverIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('request_specs')
        .select(['server_id', 'spec'])
        .where('server_id', 'in', serverIds)
        .execute()
      return new Map(rows.map(({ server_id, spec }) => [server_id, JSON.parse(spec) as RequestSpec]))
    },

    /** Replaces the request spec, which the scheduler uses for later moves. */
    update: async (spec: RequestSpec): Promise<void> => {
      await db
        .updateTable('request_specs')
        .set({ spec: JSON.stringify(spec) })
        .where('server_id', '=', spec.serverId)
        .execute()
    },

    /** Sets the flavor that later moves request. */
    setFlavor: (serverId: string, flavor: RequestSpec['flavor']): Promise<void> =>
      change(serverId, { flavor }),

    /** Sets the image that later moves and rebuilds use. */
    setImage: (serverId: string, image: RequestSpec['image']): Promise<void> => change(serverId, { image }),

    /** Sets the properties of the image on the volume that the server boots from. */
    setVolumeProperties: (
      serverId: string,
      volumeProperties: RequestSpec['volumeProperties'],
    ): Promise<void> => change(serverId, { volumeProperties }),

    /** Sets the image of a shelved server; undefined when it is no longer shelved. */
    setShelved: (serverId: string, shelved: RequestSpec['shelved']): Promise<void> =>
      change(serverId, { shelved }),

    /** Sets the zone that moves must stay in; undefined for any. */
    setZone: (serverId: string, availabilityZone: RequestSpec['availabilityZone']): Promise<void> =>
      change(serverId, { availabilityZone }),

    remove: async (serverId: string): Promise<void> => {
      await db.deleteFrom('request_specs').where('server_id', '=', serverId).execute()
    },
  }
}
