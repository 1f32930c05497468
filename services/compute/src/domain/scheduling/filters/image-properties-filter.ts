import { own } from '@nimbo/kernel/own'
import { bootPropertiesOf } from '../../servers/boot-properties.ts'
import type { HostFilter } from '../filter.ts'
import type { HostState } from '../host-state.ts'

const architectures: Readonly<Record<string, string>> = {
  amd64: 'x86_64',
  x64: 'x86_64',
  i386: 'i686',
  arm64: 'aarch64',
}

const canonical = (architecture: string): string => {
  const word = architecture.toLowerCase()
  return own(architectures, word) ?? word
}

/** KVM and QEMU run the same images. */
const canonicalType = (type: string): string => (type.toLowerCase() === 'kvm' ? 'qemu' : type.toLowerCase())

/** The most bits that addresses of the host's guests can have; undefined if the host does not tell. */
const addressBits = ({ cpuInfo }: HostState): number | undefined => {
  const { maxphysaddr } = cpuInfo
  if (typeof maxphysaddr !== 'object' || maxphysaddr === null || !('bits' in maxphysaddr)) return undefined
  return typeof maxphysaddr.bits === 'number' ? maxphysaddr.bits : undefined
}

const refusesAddresses = (host: HostState, bits: string | undefined): string | undefined => {
  const most = addressBits(host)
  return bits === undefined || most === undefined || most >= Number(bits)
    ? undefined
    : `the image needs addresses of ${bits} bits, the host has ${most}`
}

/** Passes hosts that support the image's architecture, hypervisor type, VM mode and size of addresses, where it names them. */
export const imagePropertiesFilter: HostFilter = {
  name: 'ImagePropertiesFilter',
  refuses: (host, { spec }) => {
    const { supportedInstances } = host
    const properties = bootPropertiesOf(spec)
    const addresses = refusesAddresses(host, properties.hw_maxphysaddr_bits)
    if (addresses !== undefined) return addresses
    const architecture = properties.hw_architecture ?? properties.architecture
    const type = properties.img_hv_type ?? properties.hypervisor_type
    const mode = properties.hw_vm_mode ?? properties.vm_mode
    if (!architecture && !type && !mode) return undefined
    const fits = supportedInstances.some(
      ([hostArchitecture, hostType, hostMode]) =>
        (!architecture || canonical(hostArchitecture) === canonical(architecture)) &&
        (!type || canonicalType(hostType) === canonicalType(type)) &&
        (!mode || hostMode.toLowerCase() === mode.toLowerCase()),
    )
    if (fits) return undefined
    const wanted = [architecture, type, mode].filter(Boolean).join(' ')
    const offered = supportedInstances.map((triple) => triple.join(' ')).join(', ')
    return `the image needs ${wanted}, the host runs ${offered || 'nothing'}`
  },
}
