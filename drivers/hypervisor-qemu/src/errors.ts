import { defineErrors, fault } from '@nimbo/kernel/errors'

/** The errors of this driver. */
export const errors = defineErrors({
  NotWithoutRoot: fault<{ what: string }>(
    'badRequest',
    ({ what }) => `${what} needs privileges on the host, which the 'qemu' virt driver does without.`,
  ),
  NotByThisDriver: fault<{ what: string }>(
    'badRequest',
    ({ what }) => `${what} is not supported by the 'qemu' virt driver.`,
  ),
  PortNotPlugged: fault<{ portId: string; vifType: string }>(
    'badRequest',
    ({ portId, vifType }) =>
      `Port ${portId} is bound as '${vifType}'; without privileges on the host a guest has user networking alone.`,
  ),
  SubnetTooSmall: fault<{ cidr: string }>(
    'badRequest',
    ({ cidr }) => `Subnet ${cidr} has no room for the gateway and the name server of user networking.`,
  ),
  QemuFailed: fault<{ reason: string }>('internal', ({ reason }) => `QEMU did not start: ${reason}`),
  SuspendFailed: fault<{ reason: string }>(
    'internal',
    ({ reason }) => `The memory of the guest was not kept: ${reason}`,
  ),
})
