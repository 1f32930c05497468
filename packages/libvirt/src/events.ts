import { type DomainRef, domainRef } from './wire-types.ts'
import { int, optional, string, struct, type Xdr } from './xdr.ts'

/** A kind of event: its registration id and its message. */
export interface DomainEvent<Message> {
  /** `virDomainEventID`. */
  readonly id: number
  /** Number of the message's procedure. */
  readonly procedure: number
  readonly message: Xdr<Message & { readonly callbackId: number }>
}

const about = { callbackId: int, domain: domainRef }

interface OfDomain {
  readonly domain: DomainRef
}

const event = <M extends OfDomain>(
  id: number,
  procedure: number,
  message: Xdr<M & { readonly callbackId: number }>,
): DomainEvent<M> => ({ id, procedure, message })

export interface LifecycleMessage extends OfDomain {
  /** One of {@link lifecycle}. */
  readonly event: number
  /** The reason; its meaning depends on `event`. */
  readonly detail: number
}

export interface DeviceMessage extends OfDomain {
  readonly alias: string
}

export interface IoErrorMessage extends OfDomain {
  readonly source: string
  readonly alias: string
  readonly action: number
}

export interface AgentMessage extends OfDomain {
  readonly state: number
  readonly reason: number
}

export interface MetadataMessage extends OfDomain {
  readonly type: number
  readonly namespace: string | null
}

/** The domain events this client supports. */
export const domainEvents = {
  lifecycle: event<LifecycleMessage>(0, 318, struct({ ...about, event: int, detail: int })),
  reboot: event<OfDomain>(1, 319, struct({ ...about })),
  ioError: event<IoErrorMessage>(4, 322, struct({ ...about, source: string, alias: string, action: int })),
  deviceRemoved: event<DeviceMessage>(15, 333, struct({ ...about, alias: string })),
  agentLifecycle: event<AgentMessage>(18, 348, struct({ ...about, state: int, reason: int })),
  deviceAdded: event<DeviceMessage>(19, 354, struct({ ...about, alias: string })),
  deviceRemovalFailed: event<DeviceMessage>(22, 367, struct({ ...about, alias: string })),
  metadataChange: event<MetadataMessage>(
    23,
    379,
    struct({ ...about, type: int, namespace: optional(string) }),
  ),
} as const

/** `event` of a lifecycle message. */
export const lifecycle = {
  defined: 0,
  undefined: 1,
  started: 2,
  suspended: 3,
  resumed: 4,
  stopped: 5,
  shutdown: 6,
  pmSuspended: 7,
  crashed: 8,
} as const

/** `detail` of a lifecycle message whose event is `suspended`. */
export const suspendedDetails = { paused: 0, migrated: 1, ioError: 2, watchdog: 3 } as const

/** `detail` of a lifecycle message whose event is `stopped`. */
export const stoppedDetails = {
  shutdown: 0,
  destroyed: 1,
  crashed: 2,
  migrated: 3,
  saved: 4,
  failed: 5,
  fromSnapshot: 6,
} as const
