import { lentDatabases } from '@nimbo/testing/lent-databases'

/** The state by which a test file could affect those that run after it in the same process, by name. */
export type ProcessState = ReadonlyMap<string, unknown>

const nameOf = (key: string | symbol): string => `globalThis.${String(key)}`

const descriptors = (): readonly [string, PropertyDescriptor][] =>
  Reflect.ownKeys(globalThis).map((key) => [
    nameOf(key),
    Reflect.getOwnPropertyDescriptor(globalThis, key) ?? {},
  ])

/** Node's own globals that are loaded at their first use, when each turns from a getter into a value. */
const loadedWhenAsked = new Set(
  descriptors()
    .filter(([, { get }]) => get !== undefined)
    .map(([name]) => name),
)

const globals = (): readonly [string, unknown][] =>
  descriptors()
    .filter(([name]) => !loadedWhenAsked.has(name))
    .map(([name, { value }]) => [name, value])

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const readProcessState = (): ProcessState =>
  new Map<string, unknown>([
    ...globals(),
    ...Object.entries(process.env).map(([name, value]): [string, unknown] => [`process.env.${name}`, value]),
    ...signals.map((name): [string, unknown] => [`listeners of ${name}`, process.listenerCount(name)]),
    ['the working directory', process.cwd()],
    ['process.exitCode', process.exitCode],
    ['process.umask()', process.umask()],
    ['the number of databases lent to tests', lentDatabases()],
  ])

/** The names of the values that differ. */
export const changedBetween = (before: ProcessState, after: ProcessState): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.has(name) !== after.has(name) || !Object.is(before.get(name), after.get(name)),
  )
