import { XdrError } from './xdr-reader.ts'

/** Packet types. */
export const packetTypes = { call: 0, reply: 1, message: 2, stream: 3 } as const

/** Packet statuses; `continue` means that more stream data follow. */
export const packetStatus = { ok: 0, error: 1, continue: 2 } as const

/** A message of libvirt's RPC: a header of six words and a body. */
export interface Packet {
  readonly program: number
  readonly version: number
  readonly procedure: number
  readonly type: number
  readonly serial: number
  readonly status: number
  readonly body: Buffer
}

const lengthBytes = 4
const headerBytes = 24

/** libvirt's limit of a message, without the length word. */
const maxMessageBytes = 33_554_432

/** The maximum stream data per packet that every server accepts. */
export const maxStreamBytes = 262_120

/** Encodes a packet, starting with its total length (including itself). */
export const encodePacket = (packet: Packet): Buffer => {
  const bytes = Buffer.allocUnsafe(lengthBytes + headerBytes + packet.body.length)
  if (bytes.length - lengthBytes > maxMessageBytes) throw new XdrError(`a message of ${bytes.length} bytes`)
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE(packet.program, 4)
  bytes.writeUInt32BE(packet.version, 8)
  bytes.writeInt32BE(packet.procedure, 12)
  bytes.writeUInt32BE(packet.type, 16)
  bytes.writeUInt32BE(packet.serial, 20)
  bytes.writeUInt32BE(packet.status, 24)
  bytes.set(packet.body, lengthBytes + headerBytes)
  return bytes
}

const decodePacket = (bytes: Buffer): Packet => ({
  program: bytes.readUInt32BE(4),
  version: bytes.readUInt32BE(8),
  procedure: bytes.readInt32BE(12),
  type: bytes.readUInt32BE(16),
  serial: bytes.readUInt32BE(20),
  status: bytes.readUInt32BE(24),
  body: bytes.subarray(lengthBytes + headerBytes),
})

/**
 * Splits a byte stream into packets. Chunks of an incomplete packet are joined once, when it is complete, so that a large reply
 * is copied once.
 */
export const packetAssembler = (): ((chunk: Buffer) => readonly Packet[]) => {
  let chunks: Buffer[] = []
  let held = 0
  let wanted = lengthBytes

  return (chunk) => {
    chunks.push(chunk)
    held += chunk.length
    const packets: Packet[] = []
    while (held >= wanted) {
      const [only] = chunks
      const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks)
      const length = bytes.readUInt32BE(0)
      if (length < lengthBytes + headerBytes || length - lengthBytes > maxMessageBytes)
        throw new XdrError(`a packet that says it has ${length} bytes`)
      const whole = held >= length
      if (whole) packets.push(decodePacket(bytes.subarray(0, length)))
      const rest = whole ? bytes.subarray(length) : bytes
      chunks = rest.length > 0 ? [rest] : []
      held = rest.length
      wanted = whole ? lengthBytes : length
    }
    return packets
  }
}
