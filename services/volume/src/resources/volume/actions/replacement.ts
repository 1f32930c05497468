/** The migration status of the destination volume of a migration. */
export const replacementOf = (volumeId: string): string => `target:${volumeId}`

/** The migration status of a destination volume that Nova could not swap in. */
export const notTaken = 'error'
