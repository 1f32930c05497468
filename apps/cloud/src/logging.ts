import type { Log } from '@nimbo/kernel/log'
import { logScope } from '@nimbo/kernel/log-scope'
import { destination, pino, stdSerializers } from 'pino'

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

/** An error under either name is told whole, not as the empty object that JSON makes of it. */
const serializers = { err: stdSerializers.err, error: stdSerializers.err }

const standardError = 2

/**
 * Logs a JSON object a line, as pino has it, with the id of the request it was said for. Each is written at once: what a process said before it was killed is there, and lines
 * stand in the order they were said (what pino flushes overtakes what it is writing in the background).
 */
export const openLog = ({ file, level, base }: LogOptions): Log => {
  const out = destination({ dest: file ?? standardError, sync: true, mkdir: true, mode: 0o600 })
  const settings = { level: level ?? process.env.NIMBO_LOG_LEVEL ?? 'info', redact }
  return pino({ ...settings, serializers, base: base ?? null, mixin: () => ({ ...logScope() }) }, out)
}
