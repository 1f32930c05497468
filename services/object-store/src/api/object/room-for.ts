import type { SwiftApp } from '../../app/app.ts'
import { roomByIdentity } from '../../app/room-by-identity.ts'
import type { Container } from '../../db/containers.ts'
import type { StoredObject } from '../../db/objects.ts'
import { countedBytes } from '../../domain/counted-bytes.ts'
import { errors } from '../../errors.ts'

const exceeds = (): never => {
  throw errors.TooLarge({ reason: 'Upload exceeds quota.' })
}

/** The quota of an account or container: the lower of the one set by its owner and the one set by a reseller admin. */
const limitOf = (metadata: Readonly<Record<string, string>>, prefix: string, what: string): number => {
  const limits = [metadata[`${prefix}meta-quota-${what}`], metadata[`${prefix}quota-${what}`]]
  return Math.min(...limits.map((limit) => (limit === undefined ? Number.POSITIVE_INFINITY : Number(limit))))
}

/**
 * The maximum size in bytes of an object that replaces another, if there is one: the lowest of the maximum upload size and what the
 * quotas of container and account and Keystone's unified limits leave. Throws when the quotas allow no further object.
 */
export const roomFor = async (
  app: SwiftApp,
  container: Container,
  { announced = 0, replaced }: { announced?: number; replaced: StoredObject | undefined },
): Promise<number> => {
  const before = replaced === undefined ? 0 : countedBytes(replaced)
  const { max_file_size: most } = app.config['swift-constraints']
  if (announced > most) throw errors.TooLarge({ reason: '' })
  const added = replaced === undefined ? 1 : 0
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
