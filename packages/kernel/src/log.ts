/** From the one that tells most to the one that tells least. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** Structured logging, as pino has it: fields first, then a sentence. Secrets never go in. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** A log whose lines carry these fields too; with a level, it does not go by that of its parent. */
  child(fields: object, options?: { readonly level?: LogLevel }): Log
}

/** Swallows everything: for tests and for one-off commands. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
}
