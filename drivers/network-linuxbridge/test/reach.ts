/** Exits with 0 if the address answers on TCP, be it with a refusal: `node reach.ts <address>`. */
import { connect } from 'node:net'

const [host = ''] = process.argv.slice(2)
const socket = connect({ host, port: 9 })
setTimeout(() => process.exit(1), 1_500)
socket.once('connect', () => process.exit(0))
socket.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'ECONNREFUSED' ? 0 : 1))
