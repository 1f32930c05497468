import {
  type AnyNotification,
  notification,
  type Phase,
  versionedPayload,
} from '@nimbo/notifications/notification'
import { type TProperties, Type } from 'typebox'
import { actionFields, FixedIps, KeypairPayload, serverFields, Text, usageFields } from './payloads.ts'

const exact = { additionalProperties: false }

/** An action on a server in versioned notifications. */
const InstanceActionPayload = versionedPayload('InstanceActionPayload', '1.9', actionFields)

const InstanceCreatePayload = versionedPayload('InstanceCreatePayload', '1.13', {
  ...actionFields,
  keypairs: Type.Array(KeypairPayload.schema),
  tags: Type.Array(Type.String()),
  trusted_image_certificates: Type.Union([Type.Array(Type.String()), Type.Null()]),
  /** The name of its domain. */
  instance_name: Type.String(),
})

const InstanceActionVolumePayload = versionedPayload('InstanceActionVolumePayload', '1.7', {
  ...actionFields,
  volume_id: Type.String(),
})

const InstanceActionVolumeSwapPayload = versionedPayload('InstanceActionVolumeSwapPayload', '1.9', {
  ...actionFields,
  old_volume_id: Type.String(),
  new_volume_id: Type.String(),
})

const InstanceActionRebuildPayload = versionedPayload('InstanceActionRebuildPayload', '1.9', {
  ...actionFields,
  trusted_image_certificates: Type.Union([Type.Array(Type.String()), Type.Null()]),
})

const InstanceActionRescuePayload = versionedPayload('InstanceActionRescuePayload', '1.9', {
  ...actionFields,
  rescue_image_ref: Text,
})

const InstanceActionSnapshotPayload = versionedPayload('InstanceActionSnapshotPayload', '1.9', {
  ...actionFields,
  snapshot_image_id: Type.String(),
})

/** The unversioned form, with the failure if any. */
export const usage = <Fields extends TProperties>(more: Fields) =>
  Type.Object({ ...usageFields, ...more, message: Type.Optional(Type.String()) }, exact)

const InstanceUsage = usage({})

/** Sent for the host that performs it. */
const onHost = <const Phases extends Phase>(action: string, phases: readonly Phases[]) =>
  notification(`instance.${action}`, { publisher: 'nova-compute', phases, payload: InstanceActionPayload })

const usageOf = <const Phases extends Phase>(action: string, phases: readonly Phases[]) =>
  notification(`compute.instance.${action}`, { publisher: 'compute', phases, payload: InstanceUsage })

/** Phases of actions without an error notification of their own. */
export const startAndEnd = ['start', 'end'] as const
export const untilError = ['start', 'end', 'error'] as const

/** The notifications of a host's action, in both formats. */
export interface HostNotifications {
  readonly versioned: AnyNotification
  /** If it has no phases, it is sent at the end. */
  readonly unversioned?: AnyNotification
}

/** A host's action: `instance.pause` and `compute.instance.pause`. */
export const hostNotifications = <const Phases extends Phase>(action: string, phases: readonly Phases[]) => ({
  versioned: onHost(action, phases),
  unversioned: usageOf(action, phases),
})

/** A host's action on an interface, which has no unversioned form. */
export const interfaceNotifications = <const Phases extends Phase>(
  action: string,
  phases: readonly Phases[],
) => ({
  versioned: onHost(action, phases),
})

/** Attaching and detaching a volume. */
export const volumeActionNotifications = <const Phases extends Phase>(
  action: 'attach' | 'detach',
  phases: readonly Phases[],
) => ({
  versioned: notification(`instance.volume_${action}`, {
    publisher: 'nova-compute',
    phases,
    payload: InstanceActionVolumePayload,
  }),
  unversioned: notification(`compute.instance.volume.${action}`, {
    publisher: 'compute',
    payload: usage({ volume_id: Type.String() }),
  }),
})

/** Swapping a volume, which has no unversioned form. */
export const volumeSwapNotifications = {
  versioned: notification('instance.volume_swap', {
    publisher: 'nova-compute',
    phases: untilError,
    payload: InstanceActionVolumeSwapPayload,
  }),
}

/** A rebuild. */
export const rebuildNotifications = {
  versioned: notification('instance.rebuild', {
    publisher: 'nova-compute',
    phases: untilError,
    payload: InstanceActionRebuildPayload,
  }),
  unversioned: usageOf('rebuild', untilError),
}

/** The host for the rebuild of a server was chosen. */
export const rebuildScheduledNotifications = {
  versioned: notification('instance.rebuild_scheduled', {
    publisher: 'nova-conductor',
    payload: InstanceActionRebuildPayload,
  }),
  unversioned: notification('compute.instance.rebuild.scheduled', {
    publisher: 'compute',
    payload: InstanceUsage,
  }),
}

const address = (change: 'create_ip' | 'delete_ip') =>
  notification(`compute.instance.${change}`, {
    publisher: 'compute',
    phases: startAndEnd,
    payload: usage({ fixed_ips: FixedIps }),
  })

/** A port of a server gets or loses an address: unversioned only. */
export const addressNotifications = { create: address('create_ip'), delete: address('delete_ip') }

/** A rescue. */
export const rescueNotifications = {
  versioned: notification('instance.rescue', {
    publisher: 'nova-compute',
    phases: startAndEnd,
    payload: InstanceActionRescuePayload,
  }),
  unversioned: usageOf('rescue', startAndEnd),
}

/** Actions with different names in both formats: `instance.resize_revert` and `compute.instance.resize.revert`. */
export const namedNotifications = <const Phases extends Phase>(
  { versioned, unversioned }: { readonly versioned: string; readonly unversioned: string },
  phases: readonly Phases[],
) => ({ versioned: onHost(versioned, phases), unversioned: usageOf(unversioned, phases) })

/** Creating an image. */
export const snapshotActionNotifications = {
  versioned: notification('instance.snapshot', {
    publisher: 'nova-compute',
    phases: startAndEnd,
    payload: InstanceActionSnapshotPayload,
  }),
  unversioned: usageOf('snapshot', startAndEnd),
}

/** Actions of the API itself. */
export const apiNotification = (action: string) =>
  notification(`instance.${action}`, { publisher: 'nova-api', payload: InstanceActionPayload })

/** Creation and deletion. */
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
  delete: hostNotifications('delete', startAndEnd),
  shutdown: hostNotifications('shutdown', startAndEnd),
}

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

/** Objects nested in the update notification; the audit period also in the one of the usage audit. */
export const serverUpdateParts = { auditPeriod: AuditPeriodPayload, stateUpdate: InstanceStateUpdatePayload }

/** Any update with old and new states; only if `notify_on_state_change` is set. */
export const serverUpdateNotifications = {
  versioned: notification('instance.update', {
    publisher: 'nova-api',
    payload: versionedPayload('InstanceUpdatePayload', '2.1', {
      ...serverFields,
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
