import { existsNotifications } from '@nimbo/contracts/network/usage-audit'
import { internalContext } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import { floatingIps } from '../resources/floating-ip/floating-ips.ts'
import { networks } from '../resources/network/networks.ts'
import { ports } from '../resources/port/ports.ts'
import { routers } from '../resources/router/routers.ts'
import { subnets } from '../resources/subnet/subnets.ts'
import type { Db } from '../tables.ts'

/** Number of notifications emitted per transaction. */
const together = 100

type Exists = keyof typeof existsNotifications
type ListPage = (trx: Db, marker: string | undefined) => Promise<readonly Found[]>

interface Found {
  readonly id: string
  readonly project_id?: string | null
}

const pageOf = (marker: string | undefined) => ({
  limit: together,
  ...(marker === undefined ? {} : { marker }),
})

const kinds: Readonly<Record<Exists, ListPage>> = {
  network: (trx, marker) => networks.list(trx, 'all', {}, pageOf(marker)),
  subnet: (trx, marker) => subnets.list(trx, 'all', {}, pageOf(marker)),
  port: (trx, marker) => ports.list(trx, 'all', {}, pageOf(marker)),
  router: (trx, marker) => routers.list(trx, 'all', {}, pageOf(marker)),
  floatingip: (trx, marker) => floatingIps.list(trx, 'all', {}, pageOf(marker)),
}

const tellPage = async (
  { tell }: Pick<Notifier, 'tell'>,
  trx: Db,
  name: Exists,
  found: readonly Found[],
): Promise<void> => {
  for (const one of found)
    await tell(trx, internalContext(), existsNotifications[name], {
      resource: one.id,
      payload: () => ({ [name]: { ...one, tenant_id: one.project_id ?? '' } }),
    })
}

/** Emits an `.exists` notification for every network, subnet, port, router and floating IP; resolves to how many. */
export const auditUsage = async (db: Db, notifier: Notifier): Promise<number> => {
  let told = 0
  for (const name of ['network', 'subnet', 'port', 'router', 'floatingip'] as const) {
    let marker: string | undefined
    for (;;) {
      const found = await notifier.together(db, async (trx) => {
        const page = await kinds[name](trx, marker)
        await tellPage(notifier, trx, name, page)
        return page
      })
      told += found.length
      marker = found.at(-1)?.id
      if (found.length < together) break
    }
  }
  return told
}
