/** Requests a DHCP lease on the only interface and prints the offer as JSON: `node ask-for-lease.ts <mac>`. */
import { createSocket } from 'node:dgram'

const [mac = ''] = process.argv.slice(2)
const transaction = 0x4e696d62

const discover = (): Buffer => {
  const message = Buffer.alloc(244)
  message.set([1, 1, 6, 0])
  message.writeUInt32BE(transaction, 4)
  // The broadcast flag: an interface without an address receives no unicast reply.
  message.writeUInt16BE(0x8000, 10)
  message.set(
    mac.split(':').map((octet) => Number.parseInt(octet, 16)),
    28,
  )
  message.set([99, 130, 83, 99, 53, 1, 1, 255], 236)
  return message
}

const dotted = (bytes: Uint8Array): string => [...bytes].join('.')

const optionsIn = (message: Buffer): Map<number, Buffer> => {
  const options = new Map<number, Buffer>()
  for (let at = 240; at < message.length && message[at] !== 255; at += 2 + (message[at + 1] ?? 0))
    options.set(message[at] ?? 0, message.subarray(at + 2, at + 2 + (message[at + 1] ?? 0)))
  return options
}

const socket = createSocket('udp4')
const giveUp = setTimeout(() => process.exit(1), 4_000)
socket.on('message', (message) => {
  if (message.readUInt32BE(4) !== transaction) return
  const options = optionsIn(message)
  const router = options.get(3)
  process.stdout.write(
    JSON.stringify({
      address: dotted(message.subarray(16, 20)),
      router: router && dotted(router),
      mtu: options.get(26)?.readUInt16BE(),
      /** Classless static routes, in the encoding of RFC 3442. */
      routes: options.get(121)?.toString('hex'),
    }),
  )
  clearTimeout(giveUp)
  clearInterval(asking)
  socket.close()
})
const ask = () => socket.send(discover(), 67, '255.255.255.255')
let asking: NodeJS.Timeout
socket.bind(68, () => {
  socket.setBroadcast(true)
  ask()
  asking = setInterval(ask, 500)
})
