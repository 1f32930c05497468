import { type FakeHypervisorOptions, fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { withHypervisor } from './with-hypervisor.ts'

/** Hosts that make no guest before `release`. */
export const heldBuilds = (options: FakeHypervisorOptions = {}) => {
  const fake = fakeHypervisor(options)
  const released = Promise.withResolvers<void>()
  const [begun, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hypervisors = fake.hypervisors.map(({ host, driver }) => {
    const spawn: typeof driver.spawning.spawn = async (order, plugged) => {
      begun.resolve()
      await released.promise
      await driver.spawning.spawn(order, plugged)
      made.resolve()
    }
    return { host, driver: { ...driver, spawning: { ...driver.spawning, spawn } } }
  })
  return {
    drivers: withHypervisor({ ...fake, hypervisors }),
    release: (): void => released.resolve(),
    /** Resolves when a host began with the first guest. */
    begun: begun.promise,
    /** Resolves when the first guest was made. */
    made: made.promise,
    guests: async () => (await Promise.all(hypervisors.map(({ driver }) => driver.host.list()))).flat(),
  }
}
