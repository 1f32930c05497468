/**
 * Sends DHCPv6 requests on eth0 and prints the reply as JSON: for an address, or with `information` for the options without one:
 * `node ask-by-dhcpv6.ts <mac> address|information`.
 */
import { createSocket } from 'node:dgram'

const [mac = '', what = 'address'] = process.argv.slice(2)
const transaction = [0x4e, 0x69, 0x6d]
const messages = { solicit: 1, advertise: 2, request: 3, reply: 7, information: 11 }
const options = { client: 1, server: 2, lease: 3, address: 5, wanted: 6, nameservers: 23 }

const option = (code: number, content: readonly number[]): number[] => [
  ...[code >> 8, code & 0xff, content.length >> 8, content.length & 0xff],
  ...content,
]

/** The client is identified by its MAC address (DUID-LL), as guests without a clock are. */
const client = option(options.client, [
  0,
  3,
  0,
  1,
  ...mac.split(':').map((octet) => Number.parseInt(octet, 16)),
])
const wanted = option(options.wanted, [0, options.nameservers])
const noTimes = [0, 0, 0, 0, 0, 0, 0, 0]
const lease = option(options.lease, [0, 0, 0, 1, ...noTimes])

const optionsIn = (bytes: Buffer): Map<number, Buffer> => {
  const found = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= bytes.length; at += 4 + bytes.readUInt16BE(at + 2))
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + bytes.readUInt16BE(at + 2)))
  return found
}

const addressOf = (bytes: Buffer | undefined): string | undefined =>
  bytes && Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(2 * group).toString(16)).join(':')

const socket = createSocket('udp6')
const send = (kind: number, ...parts: readonly number[][]): void =>
  socket.send(
    Buffer.from([kind, ...transaction, ...client, ...wanted, ...parts.flat()]),
    547,
    'ff02::1:2%eth0',
  )
const giveUp = setTimeout(() => process.exit(1), 6_000)
const begin = (): void =>
  what === 'information' ? send(messages.information) : send(messages.solicit, lease)

socket.on('message', (message) => {
  if (message.subarray(1, 4).compare(Buffer.from(transaction)) !== 0) return
  const found = optionsIn(message.subarray(4))
  const given = found.get(options.lease)
  if (message[0] === messages.advertise)
    return send(
      messages.request,
      option(options.server, [...(found.get(options.server) ?? [])]),
      option(options.lease, [...(given ?? [])]),
    )
  const inside = given && optionsIn(given.subarray(12)).get(options.address)
  process.stdout.write(
    JSON.stringify({ address: addressOf(inside), nameserver: addressOf(found.get(options.nameservers)) }),
  )
  clearTimeout(giveUp)
  clearInterval(asking)
  socket.close()
})
let asking: NodeJS.Timeout
socket.bind(546, () => {
  begin()
  asking = setInterval(begin, 1_000)
})
