/** Connects by TCP and prints what it receives: `node ask-peer.ts <address> <port>`. */
import { connect } from 'node:net'

const [host = '', port] = process.argv.slice(2)
setTimeout(() => process.exit(1), 3_000)
const socket = connect({ host, port: Number(port) })
socket.on('data', (told) => process.stdout.write(told))
socket.once('close', () => process.exit(0))
socket.once('error', () => process.exit(1))
