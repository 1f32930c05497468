import type { ServesConsoles } from '@nimbo/compute/driver/hypervisor'
import { consoleTail } from '@nimbo/local-guests/console-tail'
import type { DriverDeps } from './driver-deps.ts'
import { readXml } from './read-domain-xml.ts'
import { serverPaths } from '@nimbo/local-guests/server-paths'

export const servesConsoles = ({ domains, instancesDir, vnc: addresses }: DriverDeps): ServesConsoles => ({
  consoleOutput: (id, maxBytes) => consoleTail(serverPaths(instancesDir, id).consoleLog, maxBytes),

  vncConsole: async (id) => {
    const domain = readXml(await domains.xml(await domains.get(id)))
      .children('domain')
      .at(0)
    const vnc = domain
      ?.child('devices')
      .children('graphics')
      .find((one) => one.attribute('type') === 'vnc')
    const port = Number(vnc?.attribute('port') ?? -1)
    // libvirt allocates the port when the domain starts; until then it is -1.
    return port > 0 ? { host: addresses.reachedAt, port } : undefined
  },
})
