import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const labels = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])

/** The name that a question asks for, and the question itself, which answers repeat. */
const questionIn = (message: Buffer): { readonly name: string; readonly question: Buffer } => {
  const parts: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    parts.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: parts.join('.').toLowerCase(), question: message.subarray(12, at + 5) }
}

/** A DNS server that answers with the given CNAME records, and with NXDOMAIN for all other names. */
export const nameServer = async (
  records: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly address: string }> => {
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const { name, question } = questionIn(message)
    const target = records[name]
    const head = Buffer.from([
      0,
      0,
      0x81,
      target === undefined ? 0x83 : 0x80,
      0,
      1,
      0,
      target ? 1 : 0,
      0,
      0,
      0,
      0,
    ])
    message.copy(head, 0, 0, 2)
    const data = labels(target ?? '')
    const record = Buffer.concat([Buffer.from([0xc0, 12, 0, 5, 0, 1, 0, 0, 0, 60, 0, data.length]), data])
    socket.send(Buffer.concat([head, question, ...(target ? [record] : [])]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.asyncDispose]: () => new Promise((closed) => socket.close(() => closed())),
  }
}
