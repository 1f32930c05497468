/** The object id of the extension `basicConstraints`, 2.5.29.19, with its tag and length. */
const basicConstraints = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x13])

const tags = { boolean: 0x01, integer: 0x02, octets: 0x04, sequence: 0x30 } as const

interface Element {
  readonly tag: number | undefined
  readonly content: Buffer
  readonly rest: Buffer
}

/** The first element of DER data; assumes lengths of one byte, which all lengths in this extension have. */
const elementOf = (der: Buffer): Element => {
  const end = 2 + (der[1] ?? 0)
  return { tag: der[0], content: der.subarray(2, end), rest: der.subarray(end) }
}

/** The first element that is not a boolean: skips `critical`, and `cA` within the extension. */
const afterBoolean = (der: Buffer): Element => {
  const first = elementOf(der)
  return first.tag === tags.boolean ? elementOf(first.rest) : first
}

/** How many further authorities a certificate allows below it, which Node does not expose; undefined if any number. */
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
