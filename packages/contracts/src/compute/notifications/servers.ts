import {
  type AnyNotification,
  notification,
  type Phase,
  versionedPayload,
} from '@nimbo/notifications/notification'
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

/** The same as unversioned notifications tell it, with what went wrong, if it did. */
export const usage = <Fields extends TProperties>(more: Fields) =>
  Type.Object({ ...usageFields, ...more, message: Type.Optional(Type.String()) }, exact)

const InstanceUsage = usage({})

/** Told by the host that does it. */
const onHost = <const Phases extends Phase>(action: string, phases: readonly Phases[]) =>
  notification(`instance.${action}`, { publisher: 'nova-compute', phases, payload: InstanceActionPayload })

const usageOf = <const Phases extends Phase>(action: string, phases: readonly Phases[]) =>
  notification(`compute.instance.${action}`, { publisher: 'compute', phases, payload: InstanceUsage })

/** The phases of what can fail only with the whole server, and of what has a notification of its failure. */
export const startAndEnd = ['start', 'end'] as const
export const untilError = ['start', 'end', 'error'] as const

/** How one thing that a host does to a server is told, in both formats. */
export interface ToldByHost {
  readonly versioned: AnyNotification
  /** Where it has no phases, it is told when all is done. */
  readonly unversioned?: AnyNotification
}

/** What a host does to a server: `instance.pause` and `compute.instance.pause`. */
export const toldByHost = <const Phases extends Phase>(action: string, phases: readonly Phases[]) => ({
  versioned: onHost(action, phases),
  unversioned: usageOf(action, phases),
})

/** What a host does to an interface of a server: there is no unversioned word for it. */
export const toldOfInterface = <const Phases extends Phase>(action: string, phases: readonly Phases[]) => ({
  versioned: onHost(action, phases),
})

/** A volume that a server gets or loses. */
export const toldOfVolume = <const Phases extends Phase>(
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

/** A volume that takes another's place: there is no unversioned word for it. */
export const toldOfVolumeSwap = {
  versioned: notification('instance.volume_swap', {
    publisher: 'nova-compute',
    phases: untilError,
    payload: InstanceActionVolumeSwapPayload,
  }),
}

/** A server that is made anew. */
export const toldOfRebuild = {
  versioned: notification('instance.rebuild', {
    publisher: 'nova-compute',
    phases: untilError,
    payload: InstanceActionRebuildPayload,
  }),
  unversioned: usageOf('rebuild', untilError),
}

/** A server that is started from another disk. */
export const toldOfRescue = {
  versioned: notification('instance.rescue', {
    publisher: 'nova-compute',
    phases: startAndEnd,
    payload: InstanceActionRescuePayload,
  }),
  unversioned: usageOf('rescue', startAndEnd),
}

/** Whose two formats have different words: `instance.resize_revert` and `compute.instance.resize.revert`. */
export const toldInWords = <const Phases extends Phase>(
  { versioned, unversioned }: { readonly versioned: string; readonly unversioned: string },
  phases: readonly Phases[],
) => ({ versioned: onHost(versioned, phases), unversioned: usageOf(unversioned, phases) })

/** An image that is made of a server's disk. */
export const toldOfSnapshot = {
  versioned: notification('instance.snapshot', {
    publisher: 'nova-compute',
    phases: startAndEnd,
    payload: InstanceActionSnapshotPayload,
  }),
  unversioned: usageOf('snapshot', startAndEnd),
}

/** What the API does to a server by itself. */
export const toldByApi = (action: string) =>
  notification(`instance.${action}`, { publisher: 'nova-api', payload: InstanceActionPayload })

/** How servers begin and end. */
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
  delete: toldByHost('delete', startAndEnd),
  shutdown: toldByHost('shutdown', startAndEnd),
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
