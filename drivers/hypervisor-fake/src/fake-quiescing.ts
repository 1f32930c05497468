import { powerStates } from '@nimbo/compute/driver/hypervisor'
import type { QuiescesGuests } from '@nimbo/compute/driver/quiesces-guests'
import type { FakeParts } from './fake-power.ts'

class NotFreezable extends Error {
  override readonly name = 'NotFreezable'
  constructor(reason: string) {
    super(`the fake guest does not freeze its file systems: ${reason}`)
  }
}

/** Guests are frozen in name only, and as strictly as by a real agent. */
export const fakeQuiescing = ({ book, failures }: FakeParts): QuiescesGuests => ({
  freeze: async (id) => {
    await failures.check('freeze')
    const domain = book.need(id)
    if (domain.power !== powerStates.running) throw new NotFreezable('it does not run')
    if (domain.frozen) throw new NotFreezable('they are frozen')
    await book.write({ ...domain, frozen: true }, 'file systems frozen')
  },
  thaw: async (id) => {
    await failures.check('thaw')
    const domain = book.find(id)
    if (domain?.frozen) await book.write({ ...domain, frozen: false }, 'file systems thawed')
  },
})
