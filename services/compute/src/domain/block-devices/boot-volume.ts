/** Metadata key that names the disk a volume was created for, so that a repeated build finds it. */
export const madeForDisk = 'nimbo_made_for_disk'

/** Metadata key that names the server a volume was created for. */
export const madeForServer = 'nimbo_made_for_server'
