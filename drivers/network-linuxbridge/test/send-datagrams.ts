/** Sends datagrams as fast as it can: `node send-datagrams.ts <address> <how many> <bytes each>`. */
import { createSocket } from 'node:dgram'

const [address = '', count = '', size = ''] = process.argv.slice(2)
const socket = createSocket('udp4')
const datagram = Buffer.alloc(Number(size))
for (let sent = 0; sent < Number(count); sent += 1)
  await new Promise((resolve) => socket.send(datagram, 9, address, resolve))
socket.close()
