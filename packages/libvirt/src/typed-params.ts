import { list, string, struct, type Xdr } from './xdr.ts'
import { XdrError } from './xdr-reader.ts'

/** `virTypedParameterType`. */
const types = { int: 1, uint: 2, llong: 3, ullong: 4, double: 5, boolean: 6, string: 7 } as const

export type TypedValue =
  | { readonly type: 'int' | 'uint' | 'boolean'; readonly value: number }
  | { readonly type: 'llong' | 'ullong'; readonly value: bigint }
  | { readonly type: 'string'; readonly value: string }

export interface TypedParam {
  readonly field: string
  readonly value: TypedValue
}

const typedValue: Xdr<TypedValue> = {
  write: (w, given) => {
    w.int(types[given.type])
    switch (given.type) {
      case 'int':
      case 'boolean':
        return w.int(given.value)
      case 'uint':
        return w.uint(given.value)
      case 'llong':
        return w.hyper(given.value)
      case 'ullong':
        return w.uhyper(given.value)
      case 'string':
        return string.write(w, given.value)
    }
  },
  read: (r) => {
    const type = r.int()
    switch (type) {
      case types.int:
        return { type: 'int', value: r.int() }
      case types.uint:
        return { type: 'uint', value: r.uint() }
      case types.llong:
        return { type: 'llong', value: r.hyper() }
      case types.ullong:
        return { type: 'ullong', value: r.uhyper() }
      case types.double:
        // The value is not used, but its bits must be read to find the next parameter.
        return { type: 'ullong', value: r.uhyper() }
      case types.boolean:
        return { type: 'boolean', value: r.int() }
      case types.string:
        return { type: 'string', value: string.read(r) }
      default:
        throw new XdrError(`a typed parameter of type ${type}`)
    }
  },
}

/** Named values of different types, used by libvirt for statistics and parameters. Names may repeat. */
export const typedParams: Xdr<readonly TypedParam[]> = list(
  struct<TypedParam>({ field: string, value: typedValue }),
)

/** The number with that name, if there is one. */
export const numberIn = (params: readonly TypedParam[], field: string): number | undefined => {
  const found = params.find((param) => param.field === field)
  return found === undefined || found.value.type === 'string' ? undefined : Number(found.value.value)
}
