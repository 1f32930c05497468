import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePacket, type Packet, packetAssembler, packetStatus, packetTypes } from './packet.ts'

/** A server that sends only what a test says. */
export interface FakeServer extends AsyncDisposable {
  readonly socketPath: string
  /** Every packet received so far. */
  readonly received: Packet[]
  /** Sends to every client. */
  send(packet: Packet): void
  /** Sends to every client what need not be a packet. */
  sendBytes(bytes: Buffer): void
  /** Resolves when a matching packet has arrived. */
  waitFor(wanted: (packet: Packet) => boolean): Promise<Packet>
  /** Disconnects every client. */
  hangUp(): void
}

/** `answer` returns the packets to send for each received one. */
export const fakeServer = async (answer: (packet: Packet) => readonly Packet[]): Promise<FakeServer> => {
  const directory = await mkdtemp(join(tmpdir(), 'libvirt-fake-'))
  const socketPath = join(directory, 'sock')
  const received: Packet[] = []
  const waiting = new Set<() => void>()
  const clients = new Set<Socket>()
  const sendBytes = (bytes: Buffer) => {
    for (const client of clients) client.write(bytes)
  }
  const send = (packet: Packet) => sendBytes(encodePacket(packet))

  const server = createServer((socket) => {
    clients.add(socket)
    socket.on('close', () => clients.delete(socket))
    socket.on('error', () => clients.delete(socket))
    const assemble = packetAssembler()
    socket.on('data', (chunk) => {
      for (const packet of assemble(chunk)) {
        received.push(packet)
        for (const reply of answer(packet)) send(reply)
      }
      for (const wake of waiting) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))

  const hangUp = () => {
    for (const client of clients) client.destroy()
  }
  return {
    socketPath,
    received,
    send,
    sendBytes,
    hangUp,
    waitFor: (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.find(wanted)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    [Symbol.asyncDispose]: async () => {
      hangUp()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true })
    },
  }
}

/** A successful reply to `call`. */
export const replyTo = (call: Packet, body: Buffer = Buffer.alloc(0)): Packet => ({
  ...call,
  type: packetTypes.reply,
  status: packetStatus.ok,
  body,
})
