import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { errors } from './errors.ts'

const isPlainPc = (machine: string): boolean => /^pc(-i440fx-[\w.]+)?$/.test(machine)

/** Limits enforced with cgroups, which need root. */
const limitsByKernel = /^quota:(cpu|disk|vif|memory)_/

/** Hardware that only the driver with libvirt gives guests, by the names of image properties and of extra specs. */
const hardware = [
  ...['hw_sound_model', 'hw_vif_multiqueue_enabled', 'hw_pmu', 'hw_time_hpet', 'img_hide_hypervisor_id'],
  ...['hw:sound_model', 'hw:vif_multiqueue_enabled', 'hw:pmu', 'hw:hide_hypervisor_id'],
  ...['hw_serial_port_count', 'hw_pointer_model', 'hw_input_bus', 'hw_virtio_packed_ring', 'hw_viommu_model'],
  ...['hw:serial_port_count', 'hw:virtio_packed_ring', 'hw:viommu_model'],
  ...['hw_maxphysaddr_mode', 'hw_maxphysaddr_bits', 'hw:maxphysaddr_mode', 'hw:maxphysaddr_bits'],
]

/** Throws when the order contains something that this driver does not support, so that it is not silently ignored. */
export const refuseWhatIsNot = ({ extraSpecs, imageProperties }: SpawnOrder): void => {
  const limit = Object.keys(extraSpecs).find((name) => limitsByKernel.test(name))
  if (limit !== undefined) throw errors.NotWithoutRoot({ what: `The limit '${limit}'` })
  if (extraSpecs['hw:tpm_version'] !== undefined) throw errors.NotByThisDriver({ what: 'A TPM' })
  const { hw_machine_type: machine = 'pc', hw_architecture: architecture = 'x86_64' } = imageProperties
  if (!isPlainPc(machine)) throw errors.NotByThisDriver({ what: `The machine type '${machine}'` })
  if (architecture !== 'x86_64') throw errors.NotByThisDriver({ what: `The architecture '${architecture}'` })
  if (imageProperties.hw_firmware_type === 'uefi')
    throw errors.NotByThisDriver({ what: "The firmware 'uefi'" })
  const special = hardware.find((name) => Object.hasOwn({ ...imageProperties, ...extraSpecs }, name))
  if (special !== undefined) throw errors.NotByThisDriver({ what: `What '${special}' asks for` })
  const secured = ['hw_tpm_version', 'hw_tpm_model', 'hw_mem_encryption'].find(
    (name) => imageProperties[name] !== undefined,
  )
  if (secured !== undefined) throw errors.NotByThisDriver({ what: `The image property '${secured}'` })
}
