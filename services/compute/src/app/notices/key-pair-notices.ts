import { keyPairNotifications } from '@nimbo/contracts/compute/notifications/administration'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { KeyPairRow } from '../../db/schema/api-tables.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { keyPairs } from '../../db/key-pairs.ts'

interface Deps {
  readonly databases: Pick<Databases, 'api'>
  readonly clock: Clock
  readonly notifier: Notifier
}

/** The properties of a key pair that are known before it exists, with the others if it does. */
type ToldKey = Pick<KeyPairRow, 'user_id' | 'name' | 'type'> &
  Partial<Pick<KeyPairRow, 'fingerprint' | 'public_key'>>

const dataOf = (key: ToldKey) => ({
  user_id: key.user_id,
  name: key.name,
  type: key.type,
  fingerprint: key.fingerprint ?? null,
  public_key: key.public_key ?? null,
})

/**
 * Creates, imports or deletes a key pair and writes the notifications in the same transaction; if `change` throws,
 * everything is rolled back.
 */
export const changeKeyPair =
  ({ databases, clock, notifier }: Deps) =>
  (
    ctx: Context,
    { what, key }: { readonly what: keyof typeof keyPairNotifications; readonly key: ToldKey },
    change: (stored: ReturnType<typeof keyPairs>) => Promise<KeyPairRow>,
  ): Promise<KeyPairRow> =>
    notifier.together(databases.api, async (trx) => {
      const after = await change(keyPairs(trx, clock))
      const { versioned, unversioned } = keyPairNotifications[what]
      for (const [phase, told] of [
        ['start', key],
        ['end', after],
      ] as const) {
        const common = { phase, resource: `${key.user_id}/${key.name}` }
        await notifier.tell(trx, ctx, versioned, { ...common, payload: () => dataOf(told) })
        await notifier.tell(trx, ctx, unversioned, {
          ...common,
          payload: () => ({ tenant_id: ctx.projectId ?? null, user_id: told.user_id, key_name: told.name }),
        })
      }
      return after
    })
