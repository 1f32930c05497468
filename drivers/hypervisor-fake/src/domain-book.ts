import type { Clock } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import type { DomainStore } from './domain-store.ts'
import { type FakeDomain, logged } from './fake-domain.ts'

class NoSuchDomain extends Error {
  override readonly name = 'NoSuchDomain'
  constructor(id: ServerId) {
    super(`the fake hypervisor has no domain ${id}`)
  }
}

/** The domains of one host: every change is logged on the domain's console and stored. */
export interface DomainBook {
  load(): Promise<void>
  all(): readonly FakeDomain[]
  find(id: ServerId): FakeDomain | undefined
  /** Throws {@link NoSuchDomain} when it does not exist. */
  need(id: ServerId): FakeDomain
  write(domain: FakeDomain, line: string): Promise<void>
  remove(id: ServerId): Promise<void>
}

export const domainBook = (store: DomainStore, clock: Clock): DomainBook => {
  const domains = new Map<ServerId, FakeDomain>()
  return {
    load: async () => {
      for (const domain of await store.load()) domains.set(domain.id, domain)
    },
    all: () => [...domains.values()],
    find: (id) => domains.get(id),
    need: (id) => {
      const found = domains.get(id)
      if (found === undefined) throw new NoSuchDomain(id)
      return found
    },
    write: async (domain, line) => {
      const next = logged(domain, clock.now(), line)
      domains.set(next.id, next)
      await store.save(next)
    },
    remove: async (id) => {
      domains.delete(id)
      await store.remove(id)
    },
  }
}
