/** Sends datagrams at intervals and prints how many were echoed: `node count-echoes.ts <address> <port> <how many>`. */
import { createSocket } from 'node:dgram'

const [host = '', port, count] = process.argv.slice(2)
const wanted = Number(count)
const everyMs = 20
const lastMs = 1_000

const socket = createSocket('udp4')
const heard = new Set<string>()
socket.on('message', (message) => heard.add(message.toString().split(' ')[0] ?? ''))
let sent = 0
const sending = setInterval(() => {
  socket.send(String(sent), Number(port), host)
  sent += 1
  if (sent === 1) process.stdout.write('begun\n')
  if (sent < wanted) return
  clearInterval(sending)
  setTimeout(() => {
    process.stdout.write(`${heard.size}\n`)
    socket.close()
  }, lastMs)
}, everyMs)
