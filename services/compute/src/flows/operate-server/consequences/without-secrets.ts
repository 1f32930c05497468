import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../../db/schema/cell-tables.ts'
import { instances } from '../../../db/servers/instances.ts'
import type { ServerRecord } from '../../server-record.ts'

/** Deletes the secrets for the host after use, whether or not the action succeeded. */
const forgetSecrets = (
  trx: Kysely<CellTables>,
  { record }: { readonly record: ServerRecord },
  { clock }: { readonly clock: Clock },
): Promise<void> => instances(trx, clock).update(record.server.id, { sealedSecrets: null })

export const withoutSecrets = { record: forgetSecrets, forget: forgetSecrets }
