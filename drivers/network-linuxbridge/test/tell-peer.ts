/** A server that tells each peer, by TCP or UDP, the address that it sees of it: `node tell-peer.ts <port>`. */
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

const port = Number(process.argv[2])
const datagrams = createSocket('udp4')
datagrams.on('message', (message, { address, port: from }) =>
  datagrams.send(`${message.toString()} ${address}`, from, address),
)
datagrams.bind(port, () => {
  createServer((socket) => socket.end(socket.remoteAddress?.replace('::ffff:', '') ?? '')).listen(port, () =>
    process.stdout.write('listening\n'),
  )
})
