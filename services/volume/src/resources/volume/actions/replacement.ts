/** The migration status of a volume that is made to take another's place. */
export const replacementOf = (volumeId: string): string => `target:${volumeId}`

/** That of one to which no server went over. */
export const notTaken = 'error'
