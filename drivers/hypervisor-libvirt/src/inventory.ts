import { existsSync } from 'node:fs'
import type { NodeInventory } from '@nimbo/compute/driver/node-inventory'
import { procedures } from '@nimbo/libvirt/procedures'
import { qemuHostInventory } from '@nimbo/local-guests/host-inventory'
import type { DriverDeps } from './driver-deps.ts'
import { readHostCells } from './host-cells.ts'
import type { GuestDevices } from './guest-devices.ts'
import type { GuestOptions } from './guest-options.ts'
import { readCapabilities } from './host-capabilities.ts'

/**
 * TPM traits. The secrets are stored under the compute service's own account in the key manager, which Nova calls `deployment`
 * security; hosts know no other.
 */
export const tpmTraits = ({
  tpmSecretSecurity,
}: Pick<GuestOptions, 'tpmSecretSecurity'>): readonly string[] => [
  ...['COMPUTE_SECURITY_TPM_1_2', 'COMPUTE_SECURITY_TPM_2_0'],
  ...['COMPUTE_SECURITY_TPM_TIS', 'COMPUTE_SECURITY_TPM_CRB'],
  ...(tpmSecretSecurity.includes('deployment') ? ['COMPUTE_SECURITY_TPM_SECRET_SECURITY_DEPLOYMENT'] : []),
]

/** Traits that need programs and firmware which a host may lack. */
const trustedTraits = (guests: GuestOptions): readonly string[] => [
  ...(existsSync('/usr/bin/swtpm') ? tpmTraits(guests) : []),
  ...(existsSync('/usr/share/OVMF/OVMF_CODE_4M.secboot.fd') ? ['COMPUTE_SECURITY_UEFI_SECURE_BOOT'] : []),
]

/** Video models that QEMU may lack, by their names in images (`hw_video_model`). */
const furtherVideoModels = ['qxl', 'bochs', 'none']

/** Devices that all guests here can have. The size of the host's addresses can be passed on only with KVM. */
const deviceTraits = (kvm: boolean): readonly string[] => [
  ...['COMPUTE_NET_VIRTIO_PACKED', 'COMPUTE_ADDRESS_SPACE_EMULATED'],
  ...(kvm ? ['COMPUTE_ADDRESS_SPACE_PASSTHROUGH'] : []),
  ...['COMPUTE_VIOMMU_MODEL_AUTO', 'COMPUTE_VIOMMU_MODEL_VIRTIO'],
  process.arch === 'arm64' ? 'COMPUTE_VIOMMU_MODEL_SMMUV3' : 'COMPUTE_VIOMMU_MODEL_INTEL',
]

const videoTraits = ({ videoModels }: GuestDevices): readonly string[] =>
  furtherVideoModels
    .filter((model) => videoModels.includes(model))
    .map((model) => `COMPUTE_GRAPHICS_MODEL_${model.toUpperCase()}`)

/**
 * The inventory of this driver's only node. The memory is read from the kernel, since libvirtd caches the amount at its start and
 * hosts may grow.
 */
export const hostInventory =
  ({ session, virtType, guestDevices, guests, instancesDir }: DriverDeps, node: string | undefined) =>
  async (): Promise<readonly NodeInventory[]> => {
    const host = await session.call(procedures.nodeGetInfo, undefined)
    const { hostname } = await session.call(procedures.connectGetHostname, undefined)
    const { version } = await session.call(procedures.connectGetVersion, undefined)
    const { xml } = await session.call(procedures.connectGetCapabilities, undefined)
    const capabilities = readCapabilities(xml)
    const kvm = (await virtType()) === 'kvm'
    const ofHost = await qemuHostInventory(instancesDir, kvm ? capabilities.cpuFeatures : [])
    return [
      {
        node: node ?? hostname,
        vcpus: host.cpus,
        numaCells: readHostCells(xml),
        ...ofHost,
        traits: [
          ...ofHost.traits,
          ...deviceTraits(kvm),
          ...trustedTraits(guests),
          ...videoTraits(await guestDevices()),
        ],
        hypervisorVersion: Number(version),
        cpuInfo: capabilities.cpuInfo,
        supportedInstances: capabilities.guests.filter(([, type]) => kvm || type !== 'kvm'),
      },
    ]
  }
