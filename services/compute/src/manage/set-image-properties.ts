import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../db/schema/api-tables.ts'
import { instances } from '../db/servers/instances.ts'
import { requestSpecs } from '../db/servers/request-specs.ts'
import type { ServerRecord } from '../flows/server-record.ts'

/** The states in which no guest was made from the properties that a server has. */
const settled = ['stopped', 'shelved', 'shelved_offloaded'] as const

/**
 * Sets the image properties stored with a server, and those by which it is scheduled when it moves. False, without a change,
 * when it may have a guest or is about to change.
 */
export const setImageProperties = async (
  { api, clock }: { readonly api: Kysely<ApiTables>; readonly clock: Clock },
  { cell, server }: ServerRecord,
  properties: Readonly<Record<string, string>>,
): Promise<boolean> => {
  const changed = await instances(cell, clock).transition(server.id, {
    from: { vmStates: settled, taskStates: [null] },
    to: { imageProperties: properties },
  })
  if (!changed) return false
  const specs = requestSpecs(api, clock)
  const spec = await specs.find(server.id)
  if (spec?.image === undefined) await specs.setVolumeProperties(server.id, properties)
  else await specs.setImage(server.id, { ...spec.image, properties })
  return true
}
