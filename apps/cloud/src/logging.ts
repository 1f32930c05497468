import { type Log, type LogLevel, logLevels } from '@nimbo/kernel/log'

import { logScope } from '@nimbo/kernel/log-scope'
import { levels, pino, stdSerializers } from 'pino'
import { linesOfATurn } from './lines-of-a-turn.ts'
import { logOutput } from './log-output.ts'
import { openToAppend, type Rotation, rotatingFile } from './rotating-file.ts'

export interface LogOptions {
  /** Standard error unless given. */
  readonly file?: string
  /** Unless given, the file grows for as long as nobody else cuts it. */
  readonly rotation?: Rotation
  readonly level?: LogLevel
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

/** What is logged unless the configuration or an operator says otherwise: `NIMBO_LOG_LEVEL`, or `info`. */
export const startingLevel = (): LogLevel =>
  logLevels.find((level) => level === process.env.NIMBO_LOG_LEVEL) ?? 'info'

const standardError = 2

const descriptorOf = ({ file, rotation }: LogOptions): ((coming: number) => number) => {
  if (file === undefined) return () => standardError
  if (rotation) return rotatingFile(file, rotation)
  const descriptor = openToAppend(file)
  return () => descriptor
}

/** Logs a JSON object a line, as pino has it, with the id of the request it was said for. */
export const openLog = (options: LogOptions): Log => {
  const { file, level, base = {} } = options
  const told = { level: levels.values.warn, ...base }
  const output = logOutput({
    descriptor: descriptorOf(options),
    lossLine: (lines, problem) =>
      `${JSON.stringify({ ...told, time: Date.now(), lines, problem, msg: 'lines of the log were lost' })}\n`,
    troubled: (problem) => {
      if (file !== undefined) process.stderr.write(`nimbo: lines of ${file} are lost: ${problem}\n`)
    },
  })
  const settings = { level: level ?? startingLevel(), base }
  return pino({ ...settings, serializers, formatters: { log: fieldsOf } }, linesOfATurn(output))
}
