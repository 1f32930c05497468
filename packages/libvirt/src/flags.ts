/** Flags and numbers of procedures, by libvirt's names. */
/** `transientJob`: the copy is not part of the persistent definition. `reuseExternal`: the destination exists already. */
export const blockCopyFlags = { reuseExternal: 2, transientJob: 4 } as const
/** `pivot`: the guest switches to the copy. */
export const blockJobAbortFlags = { pivot: 2 } as const
/** `forceBoot` discards saved memory. */
export const createFlags = { paused: 1, forceBoot: 8 } as const
export const undefineFlags = {
  managedSave: 1,
  snapshotsMetadata: 2,
  nvram: 4,
  checkpointsMetadata: 16,
} as const
/** How a container is asked to end: by its init's control socket, or by a signal. */
export const shutdownFlags = { initctl: 4, signal: 8 } as const
export const listFlags = { active: 1, inactive: 2 } as const
export const xmlFlags = { secure: 1, inactive: 2, migratable: 8 } as const
/** Whether a device change applies to the running domain, its persistent definition, or both. */
export const affect = { live: 1, config: 2 } as const

export const domainStates = {
  noState: 0,
  running: 1,
  blocked: 2,
  paused: 3,
  shutdown: 4,
  shutoff: 5,
  crashed: 6,
  pmSuspended: 7,
} as const

/** `reason` of a paused domain. */
export const pausedReasons = { user: 1, ioError: 5 } as const

/**
 * `peerToPeer`: libvirtd contacts the other one itself. `persistDestination` and `undefineSource`: the definition moves too.
 * `nonSharedDisk` copies whole disks, `nonSharedIncremental` only overlays.
 */
export const migrateFlags = {
  ...{ live: 1, peerToPeer: 2, persistDestination: 8, undefineSource: 16 },
  ...{ nonSharedDisk: 64, nonSharedIncremental: 128, unsafe: 512, autoConverge: 8_192, postCopy: 32_768 },
  ...{ tls: 65_536, parallel: 131_072 },
} as const

/** For `domainGetJobStats`: whether a job is running. */
export const jobTypes = { none: 0, bounded: 1, unbounded: 2 } as const

/** For `connectSupportsFeature`. Asking for keepalive also enables it on the server. */
export const features = { keepalive: 10, eventCallbacks: 14 } as const

/** For `authList`. */
export const authTypes = { none: 0, sasl: 1, polkit: 2 } as const

/** For `domainBlockResize`: the size is in bytes instead of KiB. */
export const blockResizeFlags = { bytes: 1 } as const
