import { type Log, type LogLevel, logLevels } from '@nimbo/kernel/log'

import { logScope } from '@nimbo/kernel/log-scope'
import { levels, pino, stdSerializers } from 'pino'
import { linesOfATurn } from './lines-of-a-turn.ts'
import { logOutput } from './log-output.ts'
import { openToAppend, type Rotation, rotatingFile } from './rotating-file.ts'

export interface LogOptions {
  /** Standard error by default. */
  readonly file?: string
  /** Without it, the file grows until something else truncates it. */
  readonly rotation?: Rotation
  readonly level?: LogLevel
  /** Fields of every line. */
  readonly base?: Readonly<Record<string, string | number>>
}

/** Headers and bodies are never logged; should a field with one of these names be logged anyway, its value is masked. */
const secrets = ['token', 'password', 'adminPass'] as const
const censored = (): string => '***'

/** The same value with secrets masked; a value without secrets is not copied. */
const withoutSecrets = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const found = secrets.filter((name) => Object.hasOwn(value, name))
  return found.length === 0
    ? value
    : { ...value, ...Object.fromEntries(found.map((name) => [name, censored()])) }
}

/** Serialises an error with its message and stack, under either field name; plain JSON would make it an empty object. */
const errorTold = (error: Error): unknown => withoutSecrets(stdSerializers.err(error))

const serializers: Readonly<Record<string, (value: Error) => unknown>> = {
  err: errorTold,
  error: errorTold,
  ...Object.fromEntries(secrets.map((name) => [name, censored])),
}

/** The fields of a line, preceded by those of the request in whose scope it is logged. */
const fieldsOf = (fields: Record<string, unknown>): Record<string, unknown> => {
  const line: Record<string, unknown> = { ...logScope() }
  for (const name of Object.keys(fields))
    line[name] = name in serializers ? fields[name] : withoutSecrets(fields[name])
  return line
}

/** The level unless the configuration or an operator sets another: `NIMBO_LOG_LEVEL`, or `info`. */
export const startingLevel = (): LogLevel =>
  logLevels.find((level) => level === process.env.NIMBO_LOG_LEVEL) ?? 'info'

const standardError = 2

const descriptorOf = ({ file, rotation }: LogOptions): ((coming: number) => number) => {
  if (file === undefined) return () => standardError
  if (rotation) return rotatingFile(file, rotation)
  const descriptor = openToAppend(file)
  return () => descriptor
}

/** Logs one JSON object per line in pino's format, with the id of the request in whose scope it is logged. */
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
