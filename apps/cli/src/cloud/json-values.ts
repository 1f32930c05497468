import type { Row } from '../output/result.ts'
import { CliError } from './cli-error.ts'

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object under `key`; throws when the response has none. */
export const rowAt = (row: Row, key: string): Row => {
  const value = row[key]
  if (!isRow(value)) throw new CliError(`The reply has no "${key}".`)
  return value
}

/** The objects in the list under `key`; none when it is absent. */
export const rowsAt = (row: Row, key: string): readonly Row[] => {
  const value = row[key]
  return Array.isArray(value) ? value.filter(isRow) : []
}

/** The text under `key`, empty when there is none. */
export const textAt = (row: Row, key: string): string => {
  const value = row[key]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The texts of the list under `key`, empty when there is none. */
export const textsAt = (row: Row, key: string): readonly string[] => {
  const value = row[key]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** The text under a path of keys, `undefined` when it ends early. */
export const textIn = (row: Row, ...path: readonly string[]): string | undefined => {
  const value = path.reduce<unknown>((at, key) => (isRow(at) ? at[key] : undefined), row)
  return typeof value === 'string' ? value : undefined
}

type MaybeAbsent<Members> = {
  [Name in keyof Members]: undefined extends Members[Name] ? Name : never
}[keyof Members]

/** `Members` with those that may be `undefined` made optional. */
type Given<Members> = { readonly [Name in Exclude<keyof Members, MaybeAbsent<Members>>]: Members[Name] } & {
  readonly [Name in MaybeAbsent<Members>]?: Exclude<Members[Name], undefined>
}

/** Returns the members that are not `undefined`. */
export const given = <Members extends Row>(members: Members): Given<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>

/** Returns the row without some of its members. */
export const without = (row: Row, ...keys: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)))
