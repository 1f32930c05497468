/** Sends datagrams at a rate until it is killed: `node send-steadily.ts <address> <bytes each> <kilobits a second>`. */
import { createSocket } from 'node:dgram'

const [address = '', size = '', kbps = ''] = process.argv.slice(2)
const socket = createSocket('udp4')
const datagram = Buffer.alloc(Number(size))
const everyMs = 10
const due = (Number(kbps) * everyMs) / 8
let last = process.hrtime.bigint()
setInterval(() => {
  const now = process.hrtime.bigint()
  // After a delay it catches up, by 20 intervals at most.
  const bytes = Math.min((due * Number(now - last)) / (everyMs * 1e6), 20 * due)
  last = now
  for (let sent = 0; sent < bytes; sent += datagram.length) socket.send(datagram, 9, address)
}, everyMs)
