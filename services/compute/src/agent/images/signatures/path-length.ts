/** The object id of the extension `basicConstraints`, 2.5.29.19, with its tag and length. */
const basicConstraints = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x13])

const tags = { boolean: 0x01, integer: 0x02, octets: 0x04, sequence: 0x30 } as const

interface Element {
  readonly tag: number | undefined
  readonly content: Buffer
  readonly rest: Buffer
}

/** The first element of DER whose lengths are a byte long, as all of this extension are. */
const elementOf = (der: Buffer): Element => {
  const end = 2 + (der[1] ?? 0)
  return { tag: der[0], content: der.subarray(2, end), rest: der.subarray(end) }
}

/** Leaves out a boolean: `critical`, and within the extension `cA`. */
const afterBoolean = (der: Buffer): Element => {
  const first = elementOf(der)
  return first.tag === tags.boolean ? elementOf(first.rest) : first
}

/** How many further authorities a certificate allows below it, which Node does not tell; undefined if any number. */
export const pathLengthOf = (certificate: Buffer): number | undefined => {
  const at = certificate.lastIndexOf(basicConstraints)
  if (at < 0) return undefined
  const value = afterBoolean(certificate.subarray(at + basicConstraints.length))
  if (value.tag !== tags.octets) return undefined
  const constraints = elementOf(value.content)
  if (constraints.tag !== tags.sequence || constraints.content.length === 0) return undefined
  const length = afterBoolean(constraints.content)
  return length.tag === tags.integer ? length.content.readUIntBE(0, length.content.length) : undefined
}
