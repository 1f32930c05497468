import { defineErrors, fault } from '@nimbo/kernel/errors'

/** What this driver refuses, in nova's words. */
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
  DeviceDetachFailed: fault<{ device: string; reason: string }>(
    'internal',
    ({ device, reason }) => `Device detach failed for ${device}: ${reason}`,
  ),
  CommandFailed: fault<{ command: string; reason: string }>(
    'internal',
    ({ command, reason }) => `${command} failed: ${reason}`,
  ),
})
