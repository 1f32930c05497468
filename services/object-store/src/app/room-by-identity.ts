import { measureRoom, overLimits } from '@nimbo/clients/limit-room'
import { internalContext } from '@nimbo/kernel/context'
import type { SwiftApp } from './app.ts'

const mebibyte = 1024 * 1024
const count = 'object_count_total'
const size = 'object_size_total'

/**
 * The remaining bytes of a project's account under Keystone's unified limits, including those of its domain. Negative when the
 * limits do not allow `added` more objects. Limits of sizes are in MiB.
 */
export const roomByIdentity = async (
  { config, unified, accounts }: Pick<SwiftApp, 'config' | 'unified' | 'accounts'>,
  account: string,
  added: number,
): Promise<number> => {
  const begin = `${config['filter:keystoneauth'].reseller_prefix}_`
  const isOfProject = account.startsWith(begin)
  if (!config['filter:account_quotas'].use_keystone_limits || !isOfProject) return Number.POSITIVE_INFINITY
  const room = await measureRoom(await unified.levels(internalContext(), account.slice(begin.length)), {
    resources: [count, size],
    usageOf: async (projectIds) => {
      const { objects, bytes } = await accounts.totals(projectIds.map((id) => `${begin}${id}`))
      return { [count]: objects, [size]: bytes / mebibyte }
    },
    unregistered: () => -1,
  })
  if (overLimits(room, { [count]: added }).some(({ resource }) => resource === count)) return -1
  const left = room
    .flat()
    .filter(({ resource }) => resource === size)
    .map(({ limit, usage }) => (limit - usage) * mebibyte)
  return Math.min(Number.POSITIVE_INFINITY, ...left)
}
