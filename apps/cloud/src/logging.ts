import type { Log } from '@nimbo/kernel/log'
import { logScope } from '@nimbo/kernel/log-scope'
import { destination, pino, stdSerializers } from 'pino'
import { linesOfATurn } from './lines-of-a-turn.ts'

export interface LogOptions {
  /** Standard error unless given. */
  readonly file?: string
  readonly level?: string
  /** Stands in every line. */
  readonly base?: Readonly<Record<string, string | number>>
}

/** Headers and bodies are not logged anywhere; should a field of these names come by all the same, its value does not. */
const secrets = ['token', 'password', 'adminPass'] as const
const censored = (): string => '***'

/** The same value, the secrets in it unsaid; one that holds none is not copied. */
const withoutSecrets = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const found = secrets.filter((name) => Object.hasOwn(value, name))
  return found.length === 0
    ? value
    : { ...value, ...Object.fromEntries(found.map((name) => [name, censored()])) }
}

/** An error under either name is told whole, not as the empty object that JSON makes of it. */
const errorTold = (error: Error): unknown => withoutSecrets(stdSerializers.err(error))

const serializers: Readonly<Record<string, (value: Error) => unknown>> = {
  err: errorTold,
  error: errorTold,
  ...Object.fromEntries(secrets.map((name) => [name, censored])),
}

/** The fields of a line, after the request it was said for. */
const fieldsOf = (fields: Record<string, unknown>): Record<string, unknown> => {
  const line: Record<string, unknown> = { ...logScope() }
  for (const name of Object.keys(fields))
    line[name] = name in serializers ? fields[name] : withoutSecrets(fields[name])
  return line
}

const standardError = 2

/** Logs a JSON object a line, as pino has it, with the id of the request it was said for. */
export const openLog = ({ file, level, base }: LogOptions): Log => {
  // By pino's own writing in the background, lines that are flushed overtake those on their way.
  const out = destination({ dest: file ?? standardError, sync: true, mkdir: true, mode: 0o600 })
  const settings = { level: level ?? process.env.NIMBO_LOG_LEVEL ?? 'info', base: base ?? null }
  return pino({ ...settings, serializers, formatters: { log: fieldsOf } }, linesOfATurn(out))
}
