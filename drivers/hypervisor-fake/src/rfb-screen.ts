import type { Socket } from 'node:net'
import { takeBytes } from './take-bytes.ts'

/** The screen of a fake guest. */
export interface Screen {
  readonly name: string
  /** Called with the X11 keysym of each pressed key. */
  pressed(keysym: number): void
}

const width = 320
const height = 200
const bytesAPixel = 4

/** 32 bits per pixel, true colour, blue first. */
const pixelFormat = Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0])

const serverInit = (name: string): Buffer => {
  const title = Buffer.from(name)
  const bytes = Buffer.alloc(24)
  bytes.writeUInt16BE(width, 0)
  bytes.writeUInt16BE(height, 2)
  pixelFormat.copy(bytes, 4)
  bytes.writeUInt32BE(title.length, 20)
  return Buffer.concat([bytes, title])
}

/** The whole screen in one colour, as raw pixels. */
const framebufferUpdate = (): Buffer => {
  const header = Buffer.alloc(16)
  header.writeUInt16BE(1, 2)
  header.writeUInt16BE(width, 8)
  header.writeUInt16BE(height, 10)
  return Buffer.concat([header, Buffer.alloc(width * height * bytesAPixel, Buffer.from([96, 64, 32, 0]))])
}

const messages = { setPixelFormat: 0, setEncodings: 2, updateRequest: 3, key: 4, pointer: 5, cutText: 6 }

/** Serves one client with RFB 3.8 (RFC 6143), without a password, until it disconnects. */
export const showScreen = async (socket: Socket, { name, pressed }: Screen): Promise<void> => {
  const take = takeBytes(socket)
  socket.write('RFB 003.008\n')
  await take(12)
  // One security type: none.
  socket.write(Buffer.from([1, 1]))
  await take(1)
  socket.write(Buffer.alloc(4))
  await take(1)
  socket.write(serverInit(name))
  for (;;) {
    const kind = (await take(1))[0]
    switch (kind) {
      case messages.setPixelFormat:
        await take(19)
        break
      case messages.setEncodings:
        await take((await take(3)).readUInt16BE(1) * 4)
        break
      case messages.updateRequest: {
        const incremental = (await take(9))[0] !== 0
        // The screen never changes, so incremental requests are not answered.
        if (!incremental) socket.write(framebufferUpdate())
        break
      }
      case messages.key: {
        const event = await take(7)
        if (event[0] === 1) pressed(event.readUInt32BE(3))
        break
      }
      case messages.pointer:
        await take(5)
        break
      case messages.cutText:
        await take((await take(7)).readUInt32BE(3))
        break
      default:
        throw new Error(`no RFB message is ${kind}`)
    }
  }
}
