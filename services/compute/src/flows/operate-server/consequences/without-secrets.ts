import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../../db/schema/cell-tables.ts'
import { instances } from '../../../db/servers/instances.ts'
import type { ServerRecord } from '../../server-record.ts'

/** What only the host was to know is kept no longer than the host needs it, whether or not it succeeds. */
const forgetSecrets = (
  trx: Kysely<CellTables>,
  { record }: { readonly record: ServerRecord },
  { clock }: { readonly clock: Clock },
): Promise<void> => instances(trx, clock).update(record.server.id, { sealedSecrets: null })

export const withoutSecrets = { record: forgetSecrets, forget: forgetSecrets }
