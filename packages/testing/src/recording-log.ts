import { type Log, silentLog } from '@nimbo/kernel/log'

/** A logged line. */
export interface LoggedLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A log that keeps its lines in memory, for tests of log messages. */
export const recordingLog = () => {
  const lines: LoggedLine[] = []
  const at = (level: LoggedLine['level']) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: { ...fields } })
  const log: Log = { ...silentLog, info: at('info'), warn: at('warn'), error: at('error'), child: () => log }
  return { log, lines }
}
