import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { errors } from './errors.ts'

const isPlainPc = (machine: string): boolean => /^pc(-i440fx-[\w.]+)?$/.test(machine)

/** Limits that the host's kernel keeps, for whoever may ask it to. */
const limitsByKernel = /^quota:(cpu|disk|vif|memory)_/

/** Throws of what is asked for and cannot be had here, so that nobody believes to have it. */
export const refuseWhatIsNot = ({ extraSpecs, imageProperties }: SpawnOrder): void => {
  const limit = Object.keys(extraSpecs).find((name) => limitsByKernel.test(name))
  if (limit !== undefined) throw errors.NotWithoutRoot({ what: `The limit '${limit}'` })
  if (extraSpecs['hw:tpm_version'] !== undefined) throw errors.NotByThisDriver({ what: 'A TPM' })
  const { hw_machine_type: machine = 'pc', hw_architecture: architecture = 'x86_64' } = imageProperties
  if (!isPlainPc(machine)) throw errors.NotByThisDriver({ what: `The machine type '${machine}'` })
  if (architecture !== 'x86_64') throw errors.NotByThisDriver({ what: `The architecture '${architecture}'` })
  if (imageProperties.hw_firmware_type === 'uefi')
    throw errors.NotByThisDriver({ what: "The firmware 'uefi'" })
  const secured = ['hw_tpm_version', 'hw_tpm_model', 'hw_mem_encryption'].find(
    (name) => imageProperties[name] !== undefined,
  )
  if (secured !== undefined) throw errors.NotByThisDriver({ what: `The image property '${secured}'` })
}
