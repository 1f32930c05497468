import type { injectionOptions } from '@nimbo/compute/injection-options'
import type { hypervisorOptions } from '@nimbo/compute/process-options'
import type { Config } from '@nimbo/config/option-group'
import {
  type CpuOptions,
  defaultGuestOptions,
  type GuestOptions,
} from '@nimbo/hypervisor-libvirt/guest-options'
import type { InjectionOptions } from '@nimbo/hypervisor-libvirt/injection-options'
import { UserError } from '@nimbo/kernel/user-error'
import { diskOptions } from './disk-options.ts'

type Options = Pick<
  Config<(typeof hypervisorOptions)[number] | typeof injectionOptions>,
  'DEFAULT' | 'libvirt' | 'compute'
>
type LibvirtOptions = Options['libvirt']

const cpuOf = (options: LibvirtOptions): CpuOptions => {
  const { cpu_mode: mode, cpu_models: models, cpu_model_extra_flags: extraFlags } = options
  if (mode === 'custom' && models.length === 0)
    throw new UserError('nova.conf: [libvirt] cpu_models is required when cpu_mode is custom')
  if (mode !== 'custom' && models.length > 0)
    throw new UserError('nova.conf: [libvirt] cpu_models is for cpu_mode custom only')
  return { ...(mode === undefined ? {} : { mode }), models, extraFlags }
}

/** Machine types by architecture. */
const machineTypesOf = (texts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    texts.map((text) => {
      const [architecture = '', machine = '', ...others] = text.split('=')
      if (architecture === '' || machine === '' || others.length > 0)
        throw new UserError(`nova.conf: [libvirt] hw_machine_type: expected ARCHITECTURE=TYPE, got ${text}`)
      return [architecture, machine]
    }),
  )

const rootOf = (partition: number): InjectionOptions['root'] => {
  if (partition === -1) return 'found'
  return partition === 0 ? 'whole' : partition
}

const injectionOf = (options: LibvirtOptions): Pick<GuestOptions, 'injection'> => {
  const { inject_partition: partition, inject_password: password, inject_key: key } = options
  return partition === -2 ? {} : { injection: { root: rootOf(partition), password, key } }
}

const tpmModes = ['user', 'host', 'deployment']

const tpmModesOf = ({ supported_tpm_secret_security: modes }: LibvirtOptions): readonly string[] => {
  for (const mode of modes)
    if (!tpmModes.includes(mode))
      throw new UserError(
        `nova.conf: [libvirt] supported_tpm_secret_security: expected ${tpmModes.join(', ')}, got ${mode}`,
      )
  return modes
}

/** The options of `[DEFAULT]`, `[libvirt]` and `[compute]` for creating guests; throws `UserError` if they contradict each other. */
export const guestOptions = ({ DEFAULT, libvirt, compute }: Options): GuestOptions => ({
  cpu: cpuOf(libvirt),
  machineTypes: machineTypesOf(libvirt.hw_machine_type),
  serial: libvirt.sysinfo_serial,
  rngDevice: libvirt.rng_dev_path,
  pointerModel: DEFAULT.pointer_model,
  disks: diskOptions(libvirt),
  ...injectionOf(libvirt),
  tpmSecretSecurity: tpmModesOf(libvirt),
  softRebootSeconds: libvirt.wait_soft_reboot_seconds,
  expressPorts: libvirt.num_pcie_ports || defaultGuestOptions.expressPorts,
  shutdownRetrySeconds: compute.shutdown_retry_interval,
  detachAttempts: libvirt.device_detach_attempts,
  detachTimeoutSeconds: libvirt.device_detach_timeout,
})
