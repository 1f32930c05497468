import type { MigratesLive } from '@nimbo/compute/driver/hypervisor'
import type { LiveProgress } from '@nimbo/compute/driver/live-migration'
import type { ServerId } from '@nimbo/kernel/ids'
import type { DomainBook } from './domain-book.ts'
import type { FakeDomain } from './fake-domain.ts'
import { tpmLines } from './fake-tpms.ts'
import { deviceLines, domainOf, type FakeParts } from './fake-power.ts'

/** The number of steps of a migration; each can be made to wait or to fail. */
const steps = 4
const bytesAMb = 1_048_576

const none = { total: 0, processed: 0, remaining: 0 }

const progressOf = ({ memoryMb = 0 }: FakeDomain, done: number): LiveProgress => {
  const total = memoryMb * bytesAMb
  const processed = Math.floor((total * done) / steps)
  return { memory: { total, processed, remaining: total - processed }, disk: none }
}

type Ending = 'aborted' | 'forced'

/** Simulates live migrations: the log of the domain is kept, which shows that it never stopped. */
export const fakeLive = ({
  book,
  asides,
  failures,
  tpms,
}: FakeParts & { readonly asides: DomainBook }): MigratesLive => {
  /** Running migrations. */
  const leaving = new Map<ServerId, (ending: Ending) => void>()

  const leave = async (domain: FakeDomain, tell: (progress: LiveProgress) => Promise<void>) => {
    const { promise: ended, resolve } = Promise.withResolvers<Ending>()
    leaving.set(domain.id, resolve)
    try {
      for (let done = 0; done < steps; done += 1) {
        await tell(progressOf(domain, done))
        const ending = await Promise.race([ended, failures.check('live-migrate')])
        if (ending === 'aborted') return 'aborted'
        if (ending === 'forced') break
      }
    } finally {
      leaving.delete(domain.id)
    }
    await asides.write(domain, 'left for another host as it ran')
    await book.remove(domain.id)
    return 'left'
  }

  return {
    receive: async (order) => {
      await failures.check('receive', order.extraSpecs)
      return { node: order.node }
    },
    depart: async ({ id, tell }) => {
      const domain = book.find(id)
      if (domain !== undefined) return leave(domain, tell)
      asides.need(id)
      return 'left'
    },
    abort: async (id) => leaving.get(id)?.('aborted'),
    forceComplete: async (id) => leaving.get(id)?.('forced'),
    land: async (order, left) => {
      await failures.check('land', order.extraSpecs)
      if (book.find(order.id) !== undefined) return
      const [state] = await left.list()
      const read = state && (await left.read(state.name, 0, state.bytes))
      if (read === undefined) throw new Error(`nothing has left of ${order.name}`)
      const { power, log, ...came }: Pick<FakeDomain, 'power' | 'log' | 'tpm'> = JSON.parse(
        Buffer.from(read).toString(),
      )
      const tpm = tpms.of(order, came.tpm)
      const devices = [...deviceLines(order), ...tpmLines(tpm)]
      const line = ['came from another host as it ran', ...devices].join(', ')
      await book.write({ ...domainOf(order), power, log, ...(tpm && { tpm }) }, line)
    },
    stay: async (id) => {
      const left = asides.find(id)
      if (left === undefined) return
      if (book.find(id) === undefined) await book.write(left, 'came back as it ran')
      await asides.remove(id)
    },
  }
}
