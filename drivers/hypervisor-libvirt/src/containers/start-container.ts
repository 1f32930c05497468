import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import { procedures } from '@nimbo/libvirt/procedures'
import { errors } from '@nimbo/local-guests/errors'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { ensureBridges } from '../ensure-bridge.ts'
import type { ContainerDeps } from './container-deps.ts'
import { containerXml } from './container-xml.ts'
import { injectIntoContainer } from './inject-into-container.ts'
import { makeRootDisk } from './make-root-disk.ts'
import { refuseWhatIsNot } from './refuse-what-is-not.ts'
import { mountRoot } from './root-mounts.ts'

const startTimeoutMs = 120_000

/**
 * Defines the container again from the order, starts it, waits for `plugged`, and checks that it runs. Libvirt cannot start a
 * container paused, so it runs before its ports are reported active. It must not be running.
 */
export const startContainer = (deps: ContainerDeps) => {
  const { session, domains, instancesDir, logs } = deps
  const inject = injectIntoContainer(deps)
  return async (order: SpawnOrder, plugged: () => Promise<void> = async () => {}): Promise<void> => {
    refuseWhatIsNot(order)
    const paths = serverPaths(instancesDir, order.id)
    const timeout = { timeoutMs: startTimeoutMs }
    await makeRootDisk(order, paths, (path) => inject(order, path))
    await mountRoot(paths)
    await ensureBridges(order.vifs)
    const xml = containerXml(order, paths)
    const { domain } = await session.call(procedures.domainDefineXmlFlags, { xml, flags: 0 }, timeout)
    await session.call(procedures.domainCreateWithFlags, { domain, flags: 0 }, timeout)
    await logs.follow(order.id)
    await plugged()
    if ((await domains.power(domain)) !== powerStates.running)
      throw errors.InstancePowerOnFailure({
        instanceId: order.id,
        reason: 'the container ended at once',
      })
  }
}
