import type { Socket } from 'node:net'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import type { ServesConsoles } from '@nimbo/compute/driver/serves-consoles'
import type { ServerId } from '@nimbo/kernel/ids'
import type { DomainBook } from './domain-book.ts'
import { fakePorts } from './fake-ports.ts'
import { showScreen } from './rfb-screen.ts'
import { showSpice } from './spice-screen.ts'

export interface FakeConsoles {
  readonly serves: ServesConsoles
  /** Closes the domain's consoles. */
  close(id: ServerId): void
  closeAll(): void
}

/** Screens by VNC and SPICE and serial ports of fake guests: keyboard input appears on the console log. */
export const fakeConsoles = (book: DomainBook): FakeConsoles => {
  const note = (id: ServerId, line: string): void => {
    const domain = book.find(id)
    if (domain) void book.write(domain, line)
  }
  const screens = fakePorts((id, socket) =>
    showScreen(socket, {
      name: book.need(id).name,
      pressed: (keysym) => note(id, `key ${keysym} was pressed`),
    }),
  )
  const spices = fakePorts((id, socket) =>
    showSpice(socket, { pressed: (scanCode) => note(id, `scan code ${scanCode} was pressed`) }),
  )
  const serials = fakePorts(async (id, socket: Socket) => {
    socket.setEncoding('utf8')
    let typed = ''
    for await (const text of socket) {
      socket.write(text)
      typed += text
      const lines = typed.split(/\r\n?|\n/)
      typed = lines.pop() ?? ''
      for (const line of lines) note(id, `typed: ${line}`)
    }
  })
  /** A guest that is off has no console. */
  const runs = (id: ServerId): boolean => {
    const { power } = book.need(id)
    return power === powerStates.running || power === powerStates.paused
  }
  const close = (id: ServerId): void => {
    screens.close(id)
    spices.close(id)
    serials.close(id)
  }
  return {
    serves: {
      consoleOutput: async (id, maxBytes) => {
        const { name, log } = book.need(id)
        const text = Buffer.from(`fake guest ${name}\n${log.join('\n')}\n`)
        return text.subarray(Math.max(text.length - maxBytes, 0)).toString('utf8')
      },
      vncConsole: async (id) => (runs(id) ? screens.open(id) : undefined),
      spiceConsole: async (id) => (runs(id) ? spices.open(id) : undefined),
      serialConsole: async (id) => (runs(id) ? serials.open(id) : undefined),
    },
    close,
    closeAll: () => {
      screens.closeAll()
      spices.closeAll()
      serials.closeAll()
    },
  }
}
