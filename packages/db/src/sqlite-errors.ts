/** SQLite's primary result codes (https://www.sqlite.org/rescode.html); the extended ones have them in their lowest byte. */
const primaryCodes = { busy: 5 } as const

const primaryCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined

/** Whether another connection has locked the database. */
export const isBusy = (error: unknown): boolean => primaryCodeOf(error) === primaryCodes.busy
