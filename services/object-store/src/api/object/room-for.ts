import type { SwiftApp } from '../../app/app.ts'
import { roomByIdentity } from '../../app/room-by-identity.ts'
import type { Container } from '../../db/containers.ts'
import { errors } from '../../errors.ts'

const exceeds = (): never => {
  throw errors.TooLarge({ reason: 'Upload exceeds quota.' })
}

/** A limit of an account or container: the one that its owner sets, or the one that only a reseller admin does. */
const limitOf = (metadata: Readonly<Record<string, string>>, prefix: string, what: string): number => {
  const limits = [metadata[`${prefix}meta-quota-${what}`], metadata[`${prefix}quota-${what}`]]
  return Math.min(...limits.map((limit) => (limit === undefined ? Number.POSITIVE_INFINITY : Number(limit))))
}

/**
 * How many bytes an object that replaces `before` may have: what one upload may bring, and what the quotas of container
 * and account, and limits that identity keeps, leave. Throws when there is no room for another object.
 */
export const roomFor = async (
  app: SwiftApp,
  container: Container,
  { announced = 0, before = 0, isNew = true }: { announced?: number; before?: number; isNew?: boolean },
): Promise<number> => {
  const { max_file_size: most } = app.config['swift-constraints']
  if (announced > most) throw errors.TooLarge({ reason: '' })
  const added = isNew ? 1 : 0
  const own = container.metadata
  if (container.objectCount + added > limitOf(own, 'x-container-', 'count')) exceeds()
  const left = [limitOf(own, 'x-container-', 'bytes') - container.bytesUsed + before]
  const account = await app.accounts.find(container.account)
  const [bytes, count] = ['bytes', 'count'].map((what) =>
    limitOf(account?.metadata ?? {}, 'x-account-', what),
  )
  if (Number.isFinite(bytes) || Number.isFinite(count)) {
    const totals = await app.accounts.totals([container.account])
    if (totals.objects + added > (count ?? Number.POSITIVE_INFINITY)) exceeds()
    left.push((bytes ?? Number.POSITIVE_INFINITY) - totals.bytes + before)
  }
  const byIdentity = await roomByIdentity(app, container.account, added)
  if (byIdentity < 0 && added > 0) exceeds()
  left.push(byIdentity + before)
  const room = Math.min(most, ...left)
  if (announced > room || room < 0) exceeds()
  return room
}
