import { generateKeyPair } from 'node:crypto'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { takeBytes } from './take-bytes.ts'

/** The screen of a fake guest, by SPICE. */
export interface SpiceScreen {
  /** Called with the scan code of each pressed key. */
  pressed(scanCode: number): void
}

const width = 320
const height = 200
/** Red, green, blue in the lower three bytes. */
const colour = 0x204060

const linkHeaderBytes = 16
const linkMessageBytes = 18
/** The authentication mechanism, and the ticket encrypted with RSA of 1024 bits. */
const ticketBytes = 4 + 128
const wordBytes = 4
/** The length of SPICE's public keys, in DER. */
const keyBytes = 162

/** The bits for selecting the authentication, for tickets, and for headers without serial numbers. */
const commonCapabilities = 0b1011

const channels = { main: 1, display: 2, inputs: 3 }
const sent = { init: 103, channelsList: 104, mark: 102, drawFill: 302, surfaceCreate: 314, inputsInit: 101 }
const received = { attachChannels: 104, keyDown: 101 }

const makeKey = promisify(generateKeyPair)

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * wordBytes)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * wordBytes)
  return bytes
}

const message = (type: number, content: Buffer): Buffer => {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(type, 0)
  header.writeUInt32LE(content.length, 2)
  return Buffer.concat([header, content])
}

/**
 * Performs the handshake with a client. Any ticket is accepted, since the console's token has already authorised the client.
 * Resolves to the type of the requested channel.
 */
const link = async (
  socket: Socket,
  take: (count: number) => Promise<Buffer>,
): Promise<number | undefined> => {
  const header = await take(linkHeaderBytes)
  if (header.toString('latin1', 0, 4) !== 'REDQ') throw new Error('the client does not speak SPICE')
  const asked = await take(header.readUInt32LE(12))
  const { publicKey } = await makeKey('rsa', { modulusLength: 1024 })
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const capabilitiesAt = wordBytes + keyBytes + 3 * wordBytes
  const reply = Buffer.concat([words(0), key, words(1, 0, capabilitiesAt, commonCapabilities)])
  socket.write(Buffer.concat([Buffer.from('REDQ'), words(2, 2, reply.length), reply]))
  await take(ticketBytes)
  socket.write(words(0))
  return asked.subarray(0, linkMessageBytes)[wordBytes]
}

const session = 1
const noMouseMode = 1

/** A surface of one colour. Rectangles begin with their upper side; nothing is clipped, nothing masked. */
const drawing = (): Buffer => {
  const surface = 0
  const xrgb = 32
  const primary = 1
  const put = Buffer.from([8, 0])
  const fill = [
    words(surface, 0, 0, height, width),
    Buffer.from([0, 1]),
    words(colour),
    put,
    Buffer.alloc(13),
  ]
  return Buffer.concat([
    message(sent.surfaceCreate, words(surface, width, height, xrgb, primary)),
    message(sent.drawFill, Buffer.concat(fill)),
    message(sent.mark, Buffer.alloc(0)),
  ])
}

const greetings = new Map([
  [channels.main, () => message(sent.init, words(session, 1, noMouseMode, noMouseMode, 0, 0, 0, 0))],
  [channels.display, drawing],
  [channels.inputs, () => message(sent.inputsInit, Buffer.alloc(2))],
])

const channelsList = (): Buffer =>
  message(
    sent.channelsList,
    Buffer.concat([words(2), Buffer.from([channels.display, 0, channels.inputs, 0])]),
  )

/** Serves one channel of a client with SPICE until it disconnects. */
export const showSpice = async (socket: Socket, { pressed }: SpiceScreen): Promise<void> => {
  const take = takeBytes(socket)
  const channel = await link(socket, take)
  const greeting = channel === undefined ? undefined : greetings.get(channel)
  if (greeting === undefined) throw new Error(`no channel of this screen is ${channel}`)
  socket.write(greeting())
  for (;;) {
    const header = await take(6)
    const content = await take(header.readUInt32LE(2))
    const type = header.readUInt16LE(0)
    if (channel === channels.main && type === received.attachChannels) socket.write(channelsList())
    if (channel === channels.inputs && type === received.keyDown) pressed(content.readUInt32LE(0))
  }
}
