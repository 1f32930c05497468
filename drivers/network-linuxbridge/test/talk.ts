/**
 * Sends each line that it reads in one flow of datagrams, and prints `heard` if it is echoed, else `silent`:
 * `node talk.ts <address> <port>`; with `echo` for the address it is the server that echoes.
 */
import { createSocket } from 'node:dgram'
import { createInterface } from 'node:readline'

const [address = '', port = ''] = process.argv.slice(2)
const socket = createSocket('udp4')
const patienceMs = 1_500

const talk = async (): Promise<void> => {
  for await (const line of createInterface({ input: process.stdin })) {
    const heard = await new Promise<boolean>((resolve) => {
      const giveUp = setTimeout(() => resolve(false), patienceMs)
      socket.removeAllListeners('message').on('message', (message) => {
        if (message.toString() !== line) return
        clearTimeout(giveUp)
        resolve(true)
      })
      socket.send(line, Number(port), address)
    })
    process.stdout.write(heard ? 'heard\n' : 'silent\n')
  }
  socket.close()
}

if (address === 'echo') {
  socket.on('message', (message, from) => socket.send(message, from.port, from.address))
  socket.bind(Number(port), () => process.stdout.write('listening\n'))
} else await talk()
