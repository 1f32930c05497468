/** Bits and numbers that procedures take and give, by the names libvirt's manual has for them. */
/**
 * `transientJob`: the copy ends with the domain, and is nothing of its lasting definition. `reuseExternal`: what it is written to is
 * there already.
 */
export const blockCopyFlags = { reuseExternal: 2, transientJob: 4 } as const
/** `pivot`: the guest goes on with the copy. */
export const blockJobAbortFlags = { pivot: 2 } as const
/** `forceBoot` forgets memory that was saved. */
export const createFlags = { paused: 1, forceBoot: 8 } as const
export const undefineFlags = {
  managedSave: 1,
  snapshotsMetadata: 2,
  nvram: 4,
  checkpointsMetadata: 16,
} as const
export const listFlags = { active: 1, inactive: 2 } as const
export const xmlFlags = { secure: 1, inactive: 2, migratable: 8 } as const
/** Where a change of devices applies: the running domain, its lasting definition, or (both bits) both. */
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

/**
 * `peerToPeer`: libvirtd talks to the other one itself. `persistDestination` and `undefineSource`: the definition moves too.
 * `nonSharedDisk` copies disks whole, `nonSharedIncremental` what lies over their backing files.
 */
export const migrateFlags = {
  ...{ live: 1, peerToPeer: 2, persistDestination: 8, undefineSource: 16 },
  ...{ nonSharedDisk: 64, nonSharedIncremental: 128, unsafe: 512, autoConverge: 8_192, postCopy: 32_768 },
} as const

/** Of `domainGetJobStats`: whether something is being done. */
export const jobTypes = { none: 0, bounded: 1, unbounded: 2 } as const

/** Of `connectSupportsFeature`. Asking for keepalive is also what makes the server answer it. */
export const features = { keepalive: 10, eventCallbacks: 14 } as const

/** Of `authList`. */
export const authTypes = { none: 0, sasl: 1, polkit: 2 } as const

/** Of `domainBlockResize`: its size is in bytes, and not in kibibytes. */
export const blockResizeFlags = { bytes: 1 } as const
