import { XdrError, XdrReader } from './xdr-reader.ts'
import { XdrWriter } from './xdr-writer.ts'

/** Encodes and decodes one type. */
export interface Xdr<T> {
  readonly write: (writer: XdrWriter, value: T) => void
  readonly read: (reader: XdrReader) => T
}

/** The maximum length of lists; the longest that libvirt sends (a host's domains) are far shorter. */
const maxElements = 65_536

export const int: Xdr<number> = { write: (w, value) => w.int(value), read: (r) => r.int() }
export const uint: Xdr<number> = { write: (w, value) => w.uint(value), read: (r) => r.uint() }
export const hyper: Xdr<bigint> = { write: (w, value) => w.hyper(value), read: (r) => r.hyper() }
export const uhyper: Xdr<bigint> = { write: (w, value) => w.uhyper(value), read: (r) => r.uhyper() }

/** No arguments, or no result. */
export const nothing: Xdr<void> = { write: () => {}, read: () => undefined }

export const string: Xdr<string> = {
  write: (w, value) => w.opaque(Buffer.from(value, 'utf8')),
  read: (r) => r.opaque().toString('utf8'),
}

export const bytes: Xdr<Buffer> = { write: (w, value) => w.opaque(value), read: (r) => r.opaque() }

/** A UUID with dashes; sixteen bytes in XDR. */
export const uuid: Xdr<string> = {
  write: (w, value) => {
    const bytes = Buffer.from(value.replaceAll('-', ''), 'hex')
    if (bytes.length !== 16) throw new XdrError(`not a UUID: ${value}`)
    w.fixedOpaque(bytes)
  },
  read: (r) =>
    r
      .fixedOpaque(16)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
}

/** A C string in a `char[length]`; XDR uses an int per character. */
export const charArray = (length: number): Xdr<string> => ({
  write: (w, value) => {
    const bytes = Buffer.alloc(length)
    bytes.write(value, 'latin1')
    for (const byte of bytes) w.int(byte)
  },
  read: (r) => {
    const codes = Array.from({ length }, () => r.int() & 0xff)
    const end = codes.indexOf(0)
    return Buffer.from(end < 0 ? codes : codes.slice(0, end)).toString('latin1')
  },
})

/** A nullable pointer (`string *x`). */
export const optional = <T>(inner: Xdr<T>): Xdr<T | null> => ({
  write: (w, value) => {
    w.int(value === null ? 0 : 1)
    if (value !== null) inner.write(w, value)
  },
  read: (r) => (r.int() === 0 ? null : inner.read(r)),
})

/** A list of variable length (`x<>`). */
export const list = <T>(element: Xdr<T>): Xdr<readonly T[]> => ({
  write: (w, values) => {
    w.uint(values.length)
    for (const value of values) element.write(w, value)
  },
  read: (r) => {
    const length = r.uint()
    if (length > maxElements) throw new XdrError(`a list of ${length} elements`)
    return Array.from({ length }, () => element.read(r))
  },
})

/** Fields in the given order. */
export const struct = <T extends object>(fields: { readonly [K in keyof T]: Xdr<T[K]> }): Xdr<T> => {
  const names = Object.keys(fields) as (keyof T)[]
  return {
    write: (w, value) => {
      for (const name of names) fields[name].write(w, value[name])
    },
    read: (r) => {
      const value: Partial<T> = {}
      for (const name of names) value[name] = fields[name].read(r)
      return value as T
    },
  }
}

export const encode = <T>(type: Xdr<T>, value: T): Buffer => {
  const writer = new XdrWriter()
  type.write(writer, value)
  return writer.bytes()
}

/** Decodes a complete body; remaining bytes mean that `type` does not match. */
export const decode = <T>(type: Xdr<T>, bytes: Buffer): T => {
  const reader = new XdrReader(bytes)
  const value = type.read(reader)
  if (reader.remaining > 0) throw new XdrError(`${reader.remaining} bytes left over`)
  return value
}
