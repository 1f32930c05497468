import { errors } from '../errors.ts'

/** Returns the record; throws `NotFound` with the API's message if there is none. */
export const found = <Kept>(record: Kept | undefined, type: string, id: string): Kept => {
  if (record === undefined) throw errors.NotFound({ type, id })
  return record
}

/** The fields of an update; those that are missing or undefined are not changed. */
export type Changes<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined }

/** A copy of the record with the fields of `changes` that are not undefined. */
export const changed = <Kept extends object>(
  record: Kept,
  changes: Readonly<Record<string, unknown>>,
): Kept =>
  ({
    ...record,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  }) as Kept

/** Throws `Immutable` for a record with the option `immutable`, unless the change sets that option to false. */
export const refuseImmutable = (
  verb: 'update' | 'delete',
  type: string,
  { id, options }: { readonly id: string; readonly options: { readonly immutable?: unknown } },
  changes: { readonly options?: { readonly immutable?: unknown } | undefined } = {},
): void => {
  if (options.immutable !== true || changes.options?.immutable === false) return
  throw errors.Immutable({ verb, type, id })
}
