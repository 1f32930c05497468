import { defineErrors, fault } from '@nimbo/kernel/errors'

/** What the drivers refuse, with Nova's messages. */
export const errors = defineErrors({
  InstanceNotFound: fault<{ instanceId: string }>(
    'notFound',
    ({ instanceId }) => `Instance ${instanceId} could not be found.`,
  ),
  InstancePowerOnFailure: fault<{ instanceId: string; reason: string }>(
    'internal',
    ({ reason }) => `Failed to power on instance: ${reason}`,
  ),
  InstancePowerOffFailure: fault<{ instanceId: string; reason: string }>(
    'internal',
    ({ reason }) => `Failed to power off instance: ${reason}`,
  ),
  UnsupportedHardware: fault<{ model: string }>(
    'badRequest',
    ({ model }) => `Requested hardware '${model}' is not supported by the 'kvm' virt driver`,
  ),
  RequestedVRamTooHigh: fault<{ wanted: number; most: number }>(
    'badRequest',
    ({ wanted, most }) =>
      `The requested amount of video memory ${wanted} is higher than the maximum allowed by flavor ${most}.`,
  ),
  InvalidVIOMMUMachineType: fault<{ machine: string; architecture: string }>(
    'badRequest',
    ({ machine, architecture }) =>
      `vIOMMU is not supported by Current machine type ${machine} (Architecture: ${architecture}).`,
  ),
  InvalidVIOMMUArchitecture: fault<{ architecture: string }>(
    'badRequest',
    ({ architecture }) =>
      `vIOMMU required either x86 or AArch64 architecture, but given architecture ${architecture}.`,
  ),
  SocketPortRangeExhausted: fault<{ host: string }>(
    'internal',
    ({ host }) => `Not able to acquire a free port for ${host}`,
  ),
  DiskCopyFailed: fault<{ disk: string; reason: string }>(
    'internal',
    ({ disk, reason }) => `Disk ${disk} was not copied: ${reason}`,
  ),
  MigrationError: fault<{ reason: string }>('internal', ({ reason }) => `Migration error: ${reason}`),
  DeviceDetachFailed: fault<{ device: string; reason: string }>(
    'internal',
    ({ device, reason }) => `Device detach failed for ${device}: ${reason}`,
  ),
  CommandFailed: fault<{ command: string; reason: string }>(
    'internal',
    ({ command, reason }) => `${command} failed: ${reason}`,
  ),
  DiskCannotShrink: fault('conflict', 'Resize error: Unable to resize disk down.'),
})
