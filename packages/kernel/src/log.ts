/** From most to least verbose. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** Structured logging as in pino: fields first, then a sentence. Must never contain secrets. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** A log that adds these fields to its lines, optionally with a level of its own. */
  child(fields: object, options?: { readonly level?: LogLevel }): Log
}

/** Drops everything, for tests and one-off commands. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
}
