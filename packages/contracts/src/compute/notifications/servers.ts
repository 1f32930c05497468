import { notification, type Phase, versionedPayload } from '@nimbo/notifications/notification'
import { type TProperties, Type } from 'typebox'
import { actionFields, FixedIps, KeypairPayload, Text, usageFields } from './payloads.ts'

const exact = { additionalProperties: false }

/** What is done to a server, as versioned notifications tell it. */
const InstanceActionPayload = versionedPayload('InstanceActionPayload', '1.9', actionFields)

const InstanceCreatePayload = versionedPayload('InstanceCreatePayload', '1.13', {
  ...actionFields,
  keypairs: Type.Array(KeypairPayload.schema),
  tags: Type.Array(Type.String()),
  trusted_image_certificates: Type.Union([Type.Array(Type.String()), Type.Null()]),
  /** The name its hypervisor knows it by. */
  instance_name: Type.String(),
})

const InstanceActionVolumePayload = versionedPayload('InstanceActionVolumePayload', '1.7', {
  ...actionFields,
  volume_id: Type.String(),
})

/** The same as unversioned notifications tell it, with what went wrong, if it did. */
const usage = <Fields extends TProperties>(more: Fields) =>
  Type.Object({ ...usageFields, ...more, message: Type.Optional(Type.String()) }, exact)

const InstanceUsage = usage({})

/** Told by the host that does it. */
const onHost = <const Phases extends Phase>(action: string, phases: readonly Phases[]) =>
  notification(`instance.${action}`, { publisher: 'nova-compute', phases, payload: InstanceActionPayload })

const usageOf = <const Phases extends Phase>(action: string, phases: readonly Phases[]) =>
  notification(`compute.instance.${action}`, { publisher: 'compute', phases, payload: InstanceUsage })

const startAndEnd = ['start', 'end'] as const
const untilError = ['start', 'end', 'error'] as const

/** What hosts do to servers, in both formats; unversioned notifications of volumes come when all is done. */
export const serverNotifications = {
  create: {
    versioned: notification('instance.create', {
      publisher: 'nova-compute',
      phases: untilError,
      payload: InstanceCreatePayload,
    }),
    unversioned: notification('compute.instance.create', {
      publisher: 'compute',
      phases: untilError,
      payload: usage({ fixed_ips: Type.Optional(FixedIps) }),
    }),
  },
  delete: { versioned: onHost('delete', startAndEnd), unversioned: usageOf('delete', startAndEnd) },
  shutdown: { versioned: onHost('shutdown', startAndEnd), unversioned: usageOf('shutdown', startAndEnd) },
  powerOn: { versioned: onHost('power_on', startAndEnd), unversioned: usageOf('power_on', startAndEnd) },
  powerOff: { versioned: onHost('power_off', startAndEnd), unversioned: usageOf('power_off', startAndEnd) },
  reboot: { versioned: onHost('reboot', untilError), unversioned: usageOf('reboot', untilError) },
  pause: { versioned: onHost('pause', startAndEnd), unversioned: usageOf('pause', startAndEnd) },
  unpause: { versioned: onHost('unpause', startAndEnd), unversioned: usageOf('unpause', startAndEnd) },
  attachInterface: { versioned: onHost('interface_attach', untilError) },
  detachInterface: { versioned: onHost('interface_detach', startAndEnd) },
}

const withVolume = <const Phases extends Phase>(action: string, phases: readonly Phases[]) =>
  notification(`instance.${action}`, {
    publisher: 'nova-compute',
    phases,
    payload: InstanceActionVolumePayload,
  })

const volumeUsage = (action: string) =>
  notification(`compute.instance.volume.${action}`, {
    publisher: 'compute',
    payload: usage({ volume_id: Type.String() }),
  })

/** Volumes that servers get and lose; the unversioned ones are told when it is done. */
export const serverVolumeNotifications = {
  attach: { versioned: withVolume('volume_attach', untilError), unversioned: volumeUsage('attach') },
  detach: { versioned: withVolume('volume_detach', startAndEnd), unversioned: volumeUsage('detach') },
}

/** Told by the API, which does these itself. */
export const serverLockNotifications = {
  lock: notification('instance.lock', { publisher: 'nova-api', payload: InstanceActionPayload }),
  unlock: notification('instance.unlock', { publisher: 'nova-api', payload: InstanceActionPayload }),
}

const { fault: _, ...updatedFields } = actionFields

const AuditPeriodPayload = versionedPayload('AuditPeriodPayload', '1.0', {
  audit_period_beginning: Type.String(),
  audit_period_ending: Type.String(),
})

const InstanceStateUpdatePayload = versionedPayload('InstanceStateUpdatePayload', '1.0', {
  old_state: Text,
  state: Text,
  old_task_state: Text,
  new_task_state: Text,
})

/** What is nested in the notification of a changed server. */
export const serverUpdateParts = { auditPeriod: AuditPeriodPayload, stateUpdate: InstanceStateUpdatePayload }

/** Any change of a server, with the states it went from and to; only where an operator has states told. */
export const serverUpdateNotifications = {
  versioned: notification('instance.update', {
    publisher: 'nova-api',
    payload: versionedPayload('InstanceUpdatePayload', '2.1', {
      ...updatedFields,
      state_update: InstanceStateUpdatePayload.schema,
      audit_period: AuditPeriodPayload.schema,
      old_display_name: Text,
      tags: Type.Array(Type.String()),
    }),
  }),
  unversioned: notification('compute.instance.update', {
    publisher: 'compute',
    payload: usage({
      old_state: Text,
      old_task_state: Text,
      new_task_state: Text,
      audit_period_beginning: Type.String(),
      audit_period_ending: Type.String(),
      bandwidth: Type.Record(Type.String(), Type.Unknown()),
      old_display_name: Type.Optional(Type.String()),
    }),
  }),
}
