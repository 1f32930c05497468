import type { Log } from '@nimbo/kernel/log'
import { destination, pino } from 'pino'

export interface FileLog {
  readonly log: Log
  /** Writes what is still in memory. */
  flush(): void
}

/** Headers and bodies are not logged anywhere; should a field of these names come by all the same, its value does not. */
const redact = {
  paths: ['token', 'password', 'adminPass', '*.token', '*.password', '*.adminPass'],
  censor: '***',
}

/** Logs to a file, a JSON object a line, as pino has it. */
export const openLog = (file: string): FileLog => {
  const out = destination({ dest: file, sync: false, mkdir: true, mode: 0o600 })
  return {
    log: pino({ level: process.env.NIMBO_LOG_LEVEL ?? 'info', redact, base: null }, out),
    flush: () => out.flushSync(),
  }
}
