import type { ServesConsoles } from '@nimbo/compute/driver/serves-consoles'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import { consoleTail } from '@nimbo/local-guests/console-tail'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import type { Domains } from './domains.ts'
import type { DriverDeps } from './driver-deps.ts'
import { readXml, type XmlNode } from './read-domain-xml.ts'
import { servedPortsIn } from './serial/serial-xml.ts'

const graphicsOf = async (domains: Domains, id: ServerId, type: string): Promise<XmlNode | undefined> =>
  readXml(await domains.xml(await domains.get(id)))
    .child('domain')
    .child('devices')
    .children('graphics')
    .find((one) => one.attribute('type') === type)

/** libvirt allocates ports when the domain starts; until then they are -1. */
const portIn = (graphics: XmlNode | undefined, attribute: string): number | undefined => {
  const port = Number(graphics?.attribute(attribute) ?? -1)
  return port > 0 ? port : undefined
}

export const servesConsoles = ({
  domains,
  instancesDir,
  vnc: addresses,
  spice,
  serialPorts,
}: DriverDeps): ServesConsoles => ({
  consoleOutput: (id, maxBytes) => consoleTail(serverPaths(instancesDir, id).consoleLog, maxBytes),

  vncConsole: async (id) => {
    const port = portIn(await graphicsOf(domains, id, 'vnc'), 'port')
    return port === undefined ? undefined : { host: addresses.reachedAt, port }
  },

  serialConsole: async (id) => {
    const domain = await domains.get(id)
    // The definition of a guest that is off names ports, on which nobody listens.
    if (serialPorts === undefined || (await domains.power(domain)) === powerStates.shutdown) return undefined
    const [port] = servedPortsIn(await domains.xml(domain))
    return port === undefined ? undefined : { host: serialPorts.address, port }
  },

  spiceConsole: async (id) => {
    const [asked, screen] = await Promise.all([spice(), graphicsOf(domains, id, 'spice')])
    const port = portIn(screen, 'port')
    if (asked === undefined || port === undefined) return undefined
    const tlsPort = portIn(screen, 'tlsPort')
    return { host: asked.reachedAt, port, ...(tlsPort === undefined ? {} : { tlsPort }) }
  },
})
