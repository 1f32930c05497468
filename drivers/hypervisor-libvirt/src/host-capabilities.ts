import type { JsonObject } from '@nimbo/kernel/json'
import { readXml, type XmlNode } from './read-domain-xml.ts'

/** The parts of libvirt's capabilities XML that this driver uses. */
export interface HostCapabilities {
  readonly cpuInfo: JsonObject
  readonly cpuFeatures: readonly string[]
  /** Supported guests: `[arch, virt type, mode]`. */
  readonly guests: readonly (readonly [string, string, string])[]
}

/** The size of physical addresses, which old versions of libvirt do not tell. */
const addressSize = (cpu: XmlNode): JsonObject => {
  const size = cpu.child('maxphysaddr')
  const mode = size.attribute('mode')
  return mode === undefined ? {} : { maxphysaddr: { mode, bits: Number(size.attribute('bits') ?? 0) } }
}

export const readCapabilities = (xml: string): HostCapabilities => {
  const capabilities = readXml(xml).child('capabilities')
  const host = capabilities.child('host')
  const cpu = host.child('cpu')
  const topology = cpu.child('topology')
  const cpuFeatures = cpu.children('feature').flatMap((feature) => feature.attribute('name') ?? [])
  const count = (name: string) => Number(topology.attribute(name) ?? 1)
  return {
    cpuFeatures,
    cpuInfo: {
      arch: cpu.child('arch').text,
      model: cpu.child('model').text,
      vendor: cpu.child('vendor').text,
      topology: {
        cells: Number(host.child('topology').child('cells').attribute('num') ?? 1),
        sockets: count('sockets'),
        cores: count('cores'),
        threads: count('threads'),
      },
      features: cpuFeatures,
      ...addressSize(cpu),
    },
    guests: capabilities.children('guest').flatMap((guest) => {
      const arch = guest.child('arch')
      const mode = guest.child('os_type').text ?? 'hvm'
      const name = arch.attribute('name')
      if (name === undefined) return []
      return arch
        .children('domain')
        .flatMap((domain) => domain.attribute('type') ?? [])
        .map((type): [string, string, string] => [name, type, mode])
    }),
  }
}
