import { type FakeHypervisorOptions, fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { withHypervisor } from './with-hypervisor.ts'

/** Hosts with the fake hypervisor on which every spawn waits for `release`. */
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
    /** Resolves when the first spawn has begun. */
    begun: begun.promise,
    /** Resolves when the first guest has been created. */
    made: made.promise,
    guests: async () => (await Promise.all(hypervisors.map(({ driver }) => driver.host.list()))).flat(),
  }
}
