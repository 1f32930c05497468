import type { Log } from '@nimbo/kernel/log'
import { destination, pino } from 'pino'

export interface LogOptions {
  /** Standard error unless given. */
  readonly file?: string
  readonly level?: string
  /** Stands in every line. */
  readonly base?: Readonly<Record<string, string | number>>
}

/** Headers and bodies are not logged anywhere; should a field of these names come by all the same, its value does not. */
const redact = {
  paths: ['token', 'password', 'adminPass', '*.token', '*.password', '*.adminPass'],
  censor: '***',
}

const standardError = 2

/**
 * Logs a JSON object a line, as pino has it. Each is written at once: what a process said before it was killed is there, and lines
 * stand in the order they were said (what pino flushes overtakes what it is writing in the background).
 */
export const openLog = ({ file, level, base }: LogOptions): Log => {
  const out = destination({ dest: file ?? standardError, sync: true, mkdir: true, mode: 0o600 })
  const settings = { level: level ?? process.env.NIMBO_LOG_LEVEL ?? 'info', redact }
  return pino({ ...settings, base: base ?? null }, out)
}
