import { XdrError } from './xdr-reader.ts'

/** What a packet is, in libvirt's numbers. */
export const packetTypes = { call: 0, reply: 1, message: 2, stream: 3 } as const

/** How it went; `continue` says that more stream data follows. */
export const packetStatus = { ok: 0, error: 1, continue: 2 } as const

/** One message of libvirt's RPC: a header of six words, and a body in the form of its procedure. */
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

/** libvirt's own limit for a message, without the length word. */
const maxMessageBytes = 33_554_432

/** The most a stream packet may carry for every server to take it. */
export const maxStreamBytes = 262_120

/** The packet as it goes on the wire, led by its whole length (which counts itself). */
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
 * Cuts the byte stream of a socket into packets, however its chunks fall. Chunks of an unfinished packet are joined
 * once, when its last byte is there, so that a large answer costs one copy.
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
